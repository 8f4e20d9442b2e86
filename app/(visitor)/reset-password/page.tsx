import type { Metadata } from "next";
import Link from "next/link";
import { AccountCard } from "@/components/account/accounts/account-card";
import { ResetPasswordForm } from "@/components/account/accounts/reset-password-form";
import { buttonClasses } from "@/components/ui/button";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { findResetOwner } from "@/lib/account/accounts/server/recovery-service";
import { listSignInMethods } from "@/lib/account/accounts/server/sign-in-methods-service";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Choose a new password" };

export default async function ResetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  const { token } = await searchParams;
  const owner = typeof token === "string" ? await findResetOwner(token) : null;
  const methods = owner && (await listSignInMethods(owner.id));
  return (
    <VisitorShell appName={env.APP_NAME}>
      {owner && methods && typeof token === "string" ? (
        <AccountCard
          title="Choose a new password"
          lead={
            <>
              For the account <strong className="text-ink">{owner.username}</strong>. All your devices will be
              signed out.
            </>
          }
        >
          <ResetPasswordForm
            token={token}
            username={owner.username}
            methods={methods}
            mustRemoveAll={owner.isFirstConfirmation}
          />
        </AccountCard>
      ) : (
        <AccountCard
          title="This link no longer works"
          lead="It was already used, or is more than 30 minutes old. Your password hasn't changed, and you can ask for a new link."
        >
          <Link href="/forgot-password" className={buttonClasses({ size: "large" }, "w-full")}>
            Ask for a new link
          </Link>
        </AccountCard>
      )}
    </VisitorShell>
  );
}
