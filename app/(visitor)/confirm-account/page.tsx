import type { Metadata } from "next";
import Link from "next/link";
import { AccountCard } from "@/components/account/accounts/account-card";
import { ConfirmAccountForm } from "@/components/account/accounts/confirm-account-form";
import { buttonClasses } from "@/components/ui/button";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { findConfirmation, isOwnSession } from "@/lib/account/accounts/server/email-confirmation-service";
import { getPageActor } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Confirm your email address" };

export default async function ConfirmAccountPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  const { token } = await searchParams;
  const [actor, found] = await Promise.all([
    getPageActor(),
    typeof token === "string" ? findConfirmation(token) : null,
  ]);
  return (
    <VisitorShell appName={env.APP_NAME}>
      {found && typeof token === "string" ? (
        <ConfirmAccountForm
          token={token}
          username={found.username}
          email={found.email}
          isOwnSession={isOwnSession(actor, found)}
        />
      ) : (
        <AccountCard
          title="This link no longer works"
          lead="It was already used, replaced by a newer one, or is more than 3 days old. If your address still needs confirming, you can ask for a new link at the top of every page."
        >
          <Link href="/" className={buttonClasses({ size: "large" }, "w-full")}>
            Go to the album
          </Link>
        </AccountCard>
      )}
    </VisitorShell>
  );
}
