"use client";

import { AccountCard } from "@/components/account/accounts/account-card";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button, buttonClasses } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

/** Shown on the logged-out screens to someone who is already signed in. */
export function SignedInCard({ name, continueTo }: { name: string; continueTo: string }) {
  const { logout, isLoggingOut } = useAuth();
  if (isLoggingOut) return <Spinner label="Signing out..." />;
  return (
    <AccountCard
      title="Welcome back"
      lead={
        <>
          You are signed in as <strong className="text-ink">{name}</strong>.
        </>
      }
    >
      <div className="grid gap-3">
        {/* A full load, so nothing from before signing in is shown. */}
        <a href={continueTo} className={buttonClasses({ size: "large" })}>
          Continue
        </a>
        <Button variant="secondary" onClick={() => void logout()}>
          Sign out
        </Button>
      </div>
    </AccountCard>
  );
}
