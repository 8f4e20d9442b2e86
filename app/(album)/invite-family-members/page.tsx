import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AdminsOnly } from "@/components/families/admins-only";
import { InviteScreen } from "@/components/invitations/invite-screen";
import { PageHeader } from "@/components/media/page-header";
import { getPageUser, requirePageActor } from "@/lib/auth/page-actor";
import { isMailConfigured } from "@/lib/core/messages/service";
import { env } from "@/lib/env";
import { getPlaces } from "@/lib/features/families/member-limit-service";
import { listFamilyPeople } from "@/lib/features/families/service";
import { invitationsKey } from "@/lib/features/invitations/queries";
import { listInvitations } from "@/lib/features/invitations/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

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
