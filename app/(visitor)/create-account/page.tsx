import type { Metadata } from "next";
import Link from "next/link";
import { AccountCard } from "@/components/accounts/account-card";
import { CreateAccountForm } from "@/components/accounts/create-account-form";
import { SignedInCard } from "@/components/accounts/signed-in-card";
import { VisitorShell } from "@/components/layout/visitor-shell";
import { getPageUser } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";
import { signInDestination } from "@/lib/features/accounts/sign-in-destination";

export const metadata: Metadata = { title: "Create Account" };

export default async function CreateAccountPage() {
  const user = await getPageUser();
  return (
    <VisitorShell appName={env.APP_NAME}>
      {user ? (
        <SignedInCard username={user.username} continueTo={signInDestination(user, null)} />
      ) : (
        <>
          <AccountCard
            title="Create Account"
            lead="For somebody whose family is here already, or who wants to look around first."
          >
            <CreateAccountForm />
          </AccountCard>
          <p className="mx-auto mt-4 max-w-[440px] text-center text-ink-soft">
            Starting an album for your family?{" "}
            <Link href="/organization/signup" className="text-link inline-flex min-h-11 items-center">
              Create your family
            </Link>
            <br />
            Already have an account?{" "}
            <Link href="/login" className="text-link inline-flex min-h-11 items-center">
              Sign In
            </Link>
          </p>
        </>
      )}
    </VisitorShell>
  );
}
