import type { Metadata } from "next";
import { connection } from "next/server";
import { AccountCard } from "@/components/account/accounts/account-card";
import { RecoveryLinks } from "@/components/account/accounts/recovery-links";
import { SmsResetForm } from "@/components/account/accounts/sms-reset-form";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { isSmsConfigured } from "@/lib/core/messages/server/service";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "New password by SMS" };

export default async function SmsResetPage() {
  await connection();
  return (
    <VisitorShell appName={env.APP_NAME}>
      <AccountCard
        title="New password by SMS"
        lead="We'll text a code to the phone number in your account, so you can choose a new password."
      >
        <SmsResetForm isSmsConfigured={isSmsConfigured()} />
      </AccountCard>
      <RecoveryLinks here="/sms-reset" />
    </VisitorShell>
  );
}
