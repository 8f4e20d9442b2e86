"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ProfileForm } from "@/components/account/profile/use-profile-form";
import { passkeysQuery } from "@/lib/account/security/client/queries";

const ProofDialog = dynamic(
  async () => (await import("@/components/account/security/proof-dialog")).ProofDialog,
);

/** Verifies who is at the device before another phone number or email address is saved. */
export function ContactProof({
  proof,
  hasPassword,
}: {
  proof: NonNullable<ProfileForm["proof"]>;
  hasPassword: boolean;
}) {
  const { data: passkeys, isPending } = useQuery(passkeysQuery);
  if (isPending) return null;
  return (
    <ProofDialog
      means={{ hasPassword, hasPasskeys: (passkeys ?? []).length > 0 }}
      title="Confirm it's you"
      description="Your email address and phone number can be used to get into your account, so we check before changing them."
      confirmLabel="Save"
      {...proof}
    />
  );
}
