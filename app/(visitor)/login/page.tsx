import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { AccountCard } from "@/components/account/accounts/account-card";
import { DownloadApp } from "@/components/account/accounts/download-app";
import { LoginForm } from "@/components/account/accounts/login-form";
import { SignedInCard } from "@/components/account/accounts/signed-in-card";
import { DirectSignIn } from "@/components/family/direct-access/direct-sign-in";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { configuredIdentityProviders } from "@/lib/account/accounts/server/identity-providers";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { signInDestination } from "@/lib/account/accounts/sign-in-destination";
import { isFirstRunOpen } from "@/lib/account/first-run/server/first-run-service";
import { getSignInProblem } from "@/lib/account/security/server/sign-in-problem-service";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { signUpClosed } from "@/lib/core/system-settings/sign-up-text";
import { env } from "@/lib/env";
import { getDirectAccess } from "@/lib/family/direct-access/server/service";

export const metadata: Metadata = { title: "Sign In" };

const usedLink = "This link has been used or has expired. Please ask for a new one, or sign in.";

export default async function LoginPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [query, user, { signUpOpen }, isFresh] = await Promise.all([
    searchParams,
    getPageUser(),
    getSystemSettings(),
    isFirstRunOpen(),
  ]);
  const { next, step, direct } = query;
  const providers = configuredIdentityProviders().map(({ id, name }) => ({ id, name }));
  const problem = await getSignInProblem(query, providers, { headers: await headers() });
  const wanted = typeof next === "string" ? next : null;
  const person = typeof direct === "string" ? await getDirectAccess(direct) : null;
  if (typeof direct === "string" && person) {
    return (
      <VisitorShell appName={env.APP_NAME}>
        <DirectSignIn token={direct} person={person} />
      </VisitorShell>
    );
  }
  return (
    <VisitorShell appName={env.APP_NAME}>
      {user ? (
        <SignedInCard name={user.displayName} continueTo={signInDestination(user, wanted)} />
      ) : (
        <>
          <AccountCard title="Welcome home" lead="Sign in to see what your family has been up to.">
            <LoginForm
              next={wanted}
              isSignUpOpen={signUpOpen}
              identityProviders={providers}
              notice={direct ? usedLink : problem}
              awaitsCode={step === "code"}
            />
          </AccountCard>
          <div className="mx-auto mt-5 flex max-w-[440px] flex-col items-center gap-7 text-center">
            {isFresh && (
              <p className="text-ink-soft">
                This album is new.{" "}
                <Link href="/get-started" className="text-link inline-flex min-h-11 items-center">
                  Set up this album
                </Link>
              </p>
            )}
            {!signUpOpen && !isFresh && <p className="text-ink-soft">{signUpClosed}</p>}
            <DownloadApp appName={env.APP_NAME} />
            <figure className="text-ink-soft">
              <blockquote className="font-display text-step-1 text-balance text-ink">
                “The best things in life are the people we love, the places we have been, and the memories we
                have made along the way.”
              </blockquote>
            </figure>
          </div>
        </>
      )}
    </VisitorShell>
  );
}
