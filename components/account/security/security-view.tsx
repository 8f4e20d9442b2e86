"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect } from "react";
import { ActivityCard } from "@/components/account/security/activity-card";
import { AuthenticatorCard } from "@/components/account/security/authenticator-card";
import { DevicesCard } from "@/components/account/security/devices-card";
import { IdentitiesCard } from "@/components/account/security/identities-card";
import { KeysCard } from "@/components/account/security/keys-card";
import { PasskeysCard } from "@/components/account/security/passkeys-card";
import { useAuth } from "@/components/session/session-auth-provider";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import { keysQuery } from "@/lib/account/keys/client/queries";
import { passkeysQuery } from "@/lib/account/security/client/queries";
import type { IdentityProviderDto } from "@/lib/account/security/schema";

export interface SecurityViewProps {
  providers: readonly IdentityProviderDto[];
  /** What went wrong at a provider, as text. */
  problem: string | null;
  /** The provider that has just been linked. */
  linked: string | null;
  /** If the account has no password, everything that needs one explains how to set it. */
  hasPassword: boolean;
  /** Shown to the family's admins if no mail is sent, so nobody can confirm an address. */
  isMailMissing: boolean;
}

/** The account's sign-in methods, where it is signed in, and its recent activity. */
export function SecurityView({ providers, problem, linked, hasPassword, isMailMissing }: SecurityViewProps) {
  const { user } = useAuth();
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const { data: { keys } = { keys: [] } } = useQuery(keysQuery);
  const means = { hasPassword: user?.hasPassword ?? hasPassword, hasPasskeys: passkeys.length > 0 };

  useEffect(() => {
    if (linked) toast({ title: `${linked} linked`, description: "You can sign in with it from now on." });
    // Reported once: a reload is not a second link.
    if (linked || problem) window.history.replaceState(null, "", "/security");
  }, [linked, problem]);

  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <Card aria-labelledby="password-card">
          <CardHeader id="password-card" title="Password" />
          <p className="text-ink-soft">
            {means.hasPassword
              ? `Changing it signs out every other device${keys.length > 0 ? " and revokes your API keys" : ""}.`
              : "You don't have one yet. You need one to change how you sign in."}
          </p>
          <Link href="/password-security" className={buttonClasses({ variant: "secondary" }, "mt-4")}>
            {means.hasPassword ? "Change password" : "Set a password"}
          </Link>
        </Card>
        <PasskeysCard means={means} />
        <AuthenticatorCard means={means} />
        <IdentitiesCard providers={providers} means={means} problem={problem} />
      </div>
      <div className="grid gap-5">
        {isMailMissing && (
          <Card aria-labelledby="mail-card">
            <CardHeader id="mail-card" title="Email isn't set up" />
            <p className="text-ink-soft">
              This album can't check whether an email address really belongs to the person who signed up with
              it. Before you rely on an address, ask its owner. The person who runs this server can set up
              email.
            </p>
          </Card>
        )}
        <DevicesCard />
        <KeysCard means={means} />
        <ActivityCard />
      </div>
    </div>
  );
}
