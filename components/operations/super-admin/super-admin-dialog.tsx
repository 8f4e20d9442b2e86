"use client";

import { useQuery } from "@tanstack/react-query";
import { ProofDialog } from "@/components/account/security/proof-dialog";
import type { PersonDialogProps } from "@/components/operations/super-admin/person-dialogs";
import { useAuth } from "@/components/session/session-auth-provider";
import { passkeysQuery } from "@/lib/account/security/client/queries";
import { setSuperAdmin } from "@/lib/operations/super-admin/client/queries";

/** Makes someone a super admin, or revokes it, once the requester's identity is verified. */
export function SuperAdminDialog({ user, onClose, onDone }: PersonDialogProps) {
  const { user: self } = useAuth();
  const { data: passkeys, isPending } = useQuery(passkeysQuery);
  const { username, isSuperAdmin } = user;
  if (isPending) return null;
  return (
    <ProofDialog
      means={{ hasPassword: self?.hasPassword ?? true, hasPasskeys: (passkeys ?? []).length > 0 }}
      title={isSuperAdmin ? `Remove ${username} as super admin?` : `Make ${username} a super admin?`}
      description={
        isSuperAdmin
          ? "They're signed out and keep an ordinary account. We'll email every super admin."
          : "They'll be able to change everything about this server, but can't see any family's photos. They're signed out once, and we'll email every super admin."
      }
      confirmLabel={isSuperAdmin ? "Remove as super admin" : "Make super admin"}
      variant={isSuperAdmin ? "danger" : "primary"}
      onClose={onClose}
      onProof={async (proof) => {
        await setSuperAdmin(user.id, !isSuperAdmin, proof);
        await onDone(
          isSuperAdmin ? `${username} is no longer a super admin` : `${username} is a super admin`,
        );
      }}
    />
  );
}
