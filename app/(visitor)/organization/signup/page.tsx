import type { Metadata } from "next";
import Link from "next/link";
import { AccountCard } from "@/components/accounts/account-card";
import { OrganizationSignupForm } from "@/components/accounts/organization-signup-form";
import { SignedInCard } from "@/components/accounts/signed-in-card";
import { VisitorShell } from "@/components/layout/visitor-shell";
import { getPageUser } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";
import { signInDestination } from "@/lib/features/accounts/sign-in-destination";

export const metadata: Metadata = { title: "Create your family" };

export default async function OrganizationSignupPage() {
  const user = await getPageUser();
  return (
    <VisitorShell appName={env.APP_NAME}>
      {user ? (
        <SignedInCard username={user.username} continueTo={signInDestination(user, null)} />
      ) : (
        <>
          <AccountCard
            title="Create your family"
            lead="A private album for the people you love. Free for up to 3 people and 5 GB."
          >
            <OrganizationSignupForm />
          </AccountCard>
          <p className="mx-auto mt-4 max-w-[440px] text-center text-ink-soft">
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
