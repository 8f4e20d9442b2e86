import type { Metadata } from "next";
import { connection } from "next/server";
import { AccountCard } from "@/components/account/accounts/account-card";
import { ChildResetForm } from "@/components/account/accounts/child-reset-form";
import { RecoveryLinks } from "@/components/account/accounts/recovery-links";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "A child's password" };

export default async function ChildPasswordResetPage() {
  await connection();
  return (
    <VisitorShell appName={env.APP_NAME}>
      <AccountCard
        title="A child's password"
        lead="Forgot your password? No problem. Enter your username, and we'll ask the grown-ups in your family."
      >
        <ChildResetForm isMailConfigured={isMailConfigured()} />
      </AccountCard>
      <RecoveryLinks here="/child-password-reset" />
    </VisitorShell>
  );
}
