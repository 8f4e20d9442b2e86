import type { Metadata } from "next";
import { SecurityView } from "@/components/account/security/security-view";
import { PageHeader } from "@/components/ui/page-header";
import { configuredIdentityProviders } from "@/lib/account/accounts/server/identity-providers";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { keysKey } from "@/lib/account/keys/client/queries";
import { listKeys } from "@/lib/account/keys/server/service";
import {
  activityKey,
  identitiesKey,
  passkeysKey,
  secondFactorKey,
  sessionsKey,
} from "@/lib/account/security/client/queries";
import { listOwnActivity } from "@/lib/account/security/server/activity-service";
import { parseIdentityProblem } from "@/lib/account/security/server/identity-problems";
import { listIdentities } from "@/lib/account/security/server/identity-service";
import { listPasskeys } from "@/lib/account/security/server/passkey-service";
import { getSecondFactor } from "@/lib/account/security/server/second-factor-service";
import { listSessions } from "@/lib/account/security/server/session-service";
import { requirePageUser } from "@/lib/core/auth/server/page-actor";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Security" };

export default async function SecurityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePageUser();
  const [query, user, sessions, passkeys, secondFactor, identities, keys, activity] = await Promise.all([
    searchParams,
    getPageUser(),
    listSessions(actor),
    listPasskeys(actor),
    getSecondFactor(actor),
    listIdentities(actor),
    listKeys(actor),
    listOwnActivity(actor),
  ]);
  const providers = configuredIdentityProviders().map(({ id, name }) => ({ id, name }));
  const state = hydratedQueries([
    [sessionsKey, sessions],
    [passkeysKey, passkeys],
    [secondFactorKey, secondFactor],
    [identitiesKey, identities],
    [keysKey, keys],
    [activityKey, activity],
  ]);
  return (
    <HydrationBoundary state={state}>
      <PageHeader title="Security" lead="How and where you're signed in, and recent activity." />
      <SecurityView
        providers={providers}
        problem={parseIdentityProblem(query, providers)}
        linked={providers.find(({ id }) => id === query.linked)?.name ?? null}
        hasPassword={user?.hasPassword ?? false}
        isMailMissing={actor.isAdmin && !isMailConfigured()}
      />
    </HydrationBoundary>
  );
}
