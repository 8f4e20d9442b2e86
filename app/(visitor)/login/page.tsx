import type { Metadata } from "next";
import { AccountCard } from "@/components/accounts/account-card";
import { DownloadApp } from "@/components/accounts/download-app";
import { LoginForm } from "@/components/accounts/login-form";
import { SignedInCard } from "@/components/accounts/signed-in-card";
import { VisitorShell } from "@/components/layout/visitor-shell";
import { getPageUser } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";
import { signInDestination } from "@/lib/features/accounts/sign-in-destination";

export const metadata: Metadata = { title: "Sign In" };

export default async function LoginPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  const [{ next }, user] = await Promise.all([searchParams, getPageUser()]);
  const wanted = typeof next === "string" ? next : null;
  return (
    <VisitorShell appName={env.APP_NAME}>
      {user ? (
        <SignedInCard username={user.username} continueTo={signInDestination(user, wanted)} />
      ) : (
        <>
          <AccountCard title="Welcome home" lead="Sign in to see what your family has been up to.">
            <LoginForm next={wanted} />
          </AccountCard>
          <div className="mx-auto mt-5 flex max-w-[440px] flex-col items-center gap-7 text-center">
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
