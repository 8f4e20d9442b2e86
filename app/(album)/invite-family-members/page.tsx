import type { Metadata } from "next";
import { InviteScreen } from "@/components/family/invitations/invite-screen";
import { AdminsOnly } from "@/components/session/admins-only";
import { PageHeader } from "@/components/ui/page-header";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { env } from "@/lib/env";
import { getPlaces } from "@/lib/family/families/server/member-limit-service";
import { listFamilyPeople } from "@/lib/family/families/server/service";
import { invitationsKey } from "@/lib/family/invitations/client/queries";
import { listInvitations } from "@/lib/family/invitations/server/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Invite Family Members" };

export default async function InviteFamilyMembersPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const [user, invitations, places, people] = await Promise.all([
    getPageUser(),
    listInvitations(actor),
    getPlaces(actor),
    listFamilyPeople(actor),
  ]);
  const familyName = user?.currentFamily?.name ?? "your family";
  return (
    <HydrationBoundary state={hydratedQueries([[invitationsKey, invitations]])}>
      <PageHeader title="Invite Family Members" lead={`Anyone you invite can see ${familyName}'s album.`} />
      <InviteScreen
        appName={env.APP_NAME}
        familyName={familyName}
        isMailed={isMailConfigured()}
        people={people.filter(({ userId }) => userId === null)}
        places={places}
      />
    </HydrationBoundary>
  );
}
