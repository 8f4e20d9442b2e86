import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AccountCard } from "@/components/account/accounts/account-card";
import { FirstRunForm } from "@/components/account/first-run/first-run-form";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { isFirstRunOpen } from "@/lib/account/first-run/server/first-run-service";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Set up your album" };

/** Only while nobody has an account here. */
export default async function GetStartedPage() {
  if (!(await isFirstRunOpen())) redirect((await getPageUser()) ? "/" : "/login");
  return (
    <VisitorShell appName={env.APP_NAME}>
      <AccountCard
        title="Set up your album"
        lead="You're the first one here. Create your account and name the album: it's yours, and you can invite everyone else."
      >
        <FirstRunForm />
      </AccountCard>
      <p className="mx-auto mt-4 max-w-[440px] text-center text-ink-soft">
        Has someone else already set it up?{" "}
        <Link href="/login" className="text-link inline-flex min-h-11 items-center">
          Sign In
        </Link>
      </p>
    </VisitorShell>
  );
}
