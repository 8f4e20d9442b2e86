import type { Metadata } from "next";
import { connection } from "next/server";
import { AccountCard } from "@/components/account/accounts/account-card";
import { ForgotPasswordForm } from "@/components/account/accounts/forgot-password-form";
import { RecoveryLinks } from "@/components/account/accounts/recovery-links";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Forgot your password?" };

export default async function ForgotPasswordPage() {
  await connection();
  return (
    <VisitorShell appName={env.APP_NAME}>
      <AccountCard
        title="Forgot your password?"
        lead="It happens to all of us. Enter your account's email address, and we'll send you a link to choose a new one."
      >
        <ForgotPasswordForm isMailConfigured={isMailConfigured()} />
      </AccountCard>
      <RecoveryLinks here="/forgot-password" />
    </VisitorShell>
  );
}
