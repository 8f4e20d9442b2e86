import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageHeader } from "@/components/media/page-header";
import { SecurityView } from "@/components/security/security-view";
import { getPageUser, requirePageUser } from "@/lib/auth/page-actor";
import { isMailConfigured } from "@/lib/core/messages/service";
import { listOwnActivity } from "@/lib/features/security/activity-service";
import { identityProblemIn } from "@/lib/features/security/identity-problems";
import { configuredIdentityProviders } from "@/lib/features/security/identity-providers";
import { listIdentities } from "@/lib/features/security/identity-service";
import { listPasskeys } from "@/lib/features/security/passkey-service";
import {
  activityKey,
  identitiesKey,
  passkeysKey,
  secondFactorKey,
  sessionsKey,
} from "@/lib/features/security/queries";
import { getSecondFactor } from "@/lib/features/security/second-factor-service";
import { listSessions } from "@/lib/features/security/session-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Security" };

export default async function SecurityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePageUser();
  const [query, user, sessions, passkeys, secondFactor, identities, activity] = await Promise.all([
    searchParams,
    getPageUser(),
    listSessions(actor),
    listPasskeys(actor),
    getSecondFactor(actor),
    listIdentities(actor),
    listOwnActivity(actor),
  ]);
  const providers = configuredIdentityProviders().map(({ id, name }) => ({ id, name }));
  const state = hydratedQueries([
    [sessionsKey, sessions],
    [passkeysKey, passkeys],
    [secondFactorKey, secondFactor],
    [identitiesKey, identities],
    [activityKey, activity],
  ]);
  return (
    <HydrationBoundary state={state}>
      <PageHeader title="Security" lead="How and where you're signed in, and recent activity." />
      <SecurityView
        providers={providers}
        problem={identityProblemIn(query, providers)}
        linked={providers.find(({ id }) => id === query.linked)?.name ?? null}
        hasPassword={user?.hasPassword ?? false}
        isMailMissing={actor.isAdmin && !isMailConfigured()}
      />
    </HydrationBoundary>
  );
}
