import type { Metadata } from "next";
import { ChildAccountScreen } from "@/components/family/children/child-account-screen";
import { AdminsOnly } from "@/components/session/admins-only";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { getPlaces } from "@/lib/family/families/server/member-limit-service";
import { listFamilyPeople } from "@/lib/family/families/server/service";
import { listInvitations } from "@/lib/family/invitations/server/service";

export const metadata: Metadata = { title: "Create Child Account" };

export default async function CreateChildAccountPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const [people, places, invitations] = await Promise.all([
    listFamilyPeople(actor),
    getPlaces(actor),
    listInvitations(actor),
  ]);
  return (
    <>
      <PageHeader title="Create Child Account" lead="For a child in your family, without an email address." />
      <ChildAccountScreen
        people={people.filter(({ userId }) => userId === null)}
        places={places}
        invited={invitations.filter(({ isExpired }) => !isExpired).length}
      />
    </>
  );
}
