"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { AccountCard } from "@/components/account/accounts/account-card";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { signOutEverywhereHere } from "@/lib/account/accounts/client/client-session";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { redeemDirectAccess } from "@/lib/family/direct-access/client/queries";
import type { DirectAccessGreeting } from "@/lib/family/direct-access/schema";

export interface DirectSignInProps {
  token: string;
  person: DirectAccessGreeting;
  onSignedIn?: (destination: string) => void;
}

/** Shown at /login?direct={token}: pressing a button uses up the link, a mail scanner opening it doesn't. */
export function DirectSignIn({ token, person, onSignedIn = loadPage }: DirectSignInProps) {
  const { user, acceptUser } = useAuth();
  const queryClient = useQueryClient();
  // The user signed in when the page loaded; afterwards it is the link's person.
  const [before] = useState(user);
  const { run, isBusy, error } = useAction(
    async () => {
      // The next person must not see anything of the previous one.
      if (before && !(await signOutEverywhereHere(queryClient))) {
        // The next page would finish that sign-out, and with it end the session that the link has begun.
        throw new Error(`${before.displayName} could not be signed out. Please try again.`);
      }
      acceptUser(await redeemDirectAccess(token));
      onSignedIn("/");
      return leavingPage;
    },
    { fallback: "Signing in didn't work. Please try again." },
  );

  return (
    <AccountCard title={`Hello, ${person.displayName}`} lead={`Welcome to ${person.familyName}'s album.`}>
      <div className="grid gap-4">
        <FormAlert message={error} />
        {before && before.username !== person.username && (
          <p className="rounded-2xl bg-honey-soft px-4 py-3">
            This device is signed in as {before.displayName}. Continuing signs them out.
          </p>
        )}
        <Button
          size="large"
          isBusy={isBusy}
          busyLabel="Signing in..."
          onClick={() => void run()}
          className="w-full"
        >
          Sign in as {person.displayName}
        </Button>
        <p className="text-center text-ink-soft">
          Someone else?{" "}
          <Link href="/login" className="text-link inline-flex min-h-11 items-center">
            Sign in with a password
          </Link>
        </p>
      </div>
    </AccountCard>
  );
}
