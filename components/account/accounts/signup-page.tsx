import Link from "next/link";
import type { ReactNode } from "react";
import { AccountCard } from "@/components/account/accounts/account-card";
import { SignedInCard } from "@/components/account/accounts/signed-in-card";
import { VisitorShell } from "@/components/ui/visitor-shell";
import type { UserDto } from "@/lib/account/accounts/schema";
import { signInDestination } from "@/lib/account/accounts/sign-in-destination";
import { signUpClosed } from "@/lib/core/system-settings/sign-up-text";

export interface SignupPageProps {
  appName: string;
  /** Someone who is already signed in is shown a way to continue instead. */
  user: UserDto | null;
  /** While sign-up is closed the page says so instead of showing the form. */
  isOpen: boolean;
  title: string;
  lead: string;
  /** Another place someone may have wanted to go; shown before Sign In. */
  elsewhere?: { question: string; href: string; label: string };
  /** The form. */
  children: ReactNode;
}

/** The layout shared by the two signup pages. */
export function SignupPage({ appName, user, isOpen, title, lead, elsewhere, children }: SignupPageProps) {
  const signIn = { question: "Already have an account?", href: "/login", label: "Sign In" };
  return (
    <VisitorShell appName={appName}>
      {user ? (
        <SignedInCard name={user.displayName} continueTo={signInDestination(user, null)} />
      ) : (
        <>
          {isOpen ? (
            <AccountCard title={title} lead={lead}>
              {children}
            </AccountCard>
          ) : (
            <AccountCard title={title} lead={signUpClosed}>
              <p className="text-ink-soft">Already have an invitation? Just open its link.</p>
            </AccountCard>
          )}
          <div className="mx-auto mt-4 max-w-[440px] text-center text-ink-soft">
            {[...(elsewhere && isOpen ? [elsewhere] : []), signIn].map(({ question, href, label }) => (
              <p key={href}>
                {question}{" "}
                <Link href={href} className="text-link inline-flex min-h-11 items-center">
                  {label}
                </Link>
              </p>
            ))}
          </div>
        </>
      )}
    </VisitorShell>
  );
}
