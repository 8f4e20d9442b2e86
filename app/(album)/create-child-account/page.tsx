import type { Metadata } from "next";
import { ChildAccountScreen } from "@/components/children/child-account-screen";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { requirePageActor } from "@/lib/auth/page-actor";
import { getPlaces } from "@/lib/features/families/member-limit-service";
import { listFamilyPeople } from "@/lib/features/families/service";
import { listInvitations } from "@/lib/features/invitations/service";

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
