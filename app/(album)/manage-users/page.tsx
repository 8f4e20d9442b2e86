import { MailPlus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { FamilyPeople } from "@/components/faces/people/family-people";
import { ImportedPeople } from "@/components/faces/people/imported-people";
import { UserCards } from "@/components/family/families/user-cards";
import { AdminsOnly } from "@/components/session/admins-only";
import { buttonClasses } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { importedPeopleKey } from "@/lib/album/imported-people/client/queries";
import { listImportedPeople } from "@/lib/album/imported-people/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { may } from "@/lib/core/auth/server/permissions";
import { peopleKey, usersKey } from "@/lib/family/families/client/queries";
import { listFamilyPeople, requireFamilyOf } from "@/lib/family/families/server/service";
import { listUsers } from "@/lib/family/families/server/users-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Manage Users" };

export default async function ManageUsersPage() {
  const actor = await requirePageActor();
  if (!may(actor, "family.manageUsers")) return <AdminsOnly />;
  const [family, users, people, importedPeople] = await Promise.all([
    requireFamilyOf(actor, actor.familyId),
    listUsers(actor),
    listFamilyPeople(actor),
    listImportedPeople(actor),
  ]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [usersKey, users],
        [peopleKey(actor.familyId), people],
        [importedPeopleKey, importedPeople],
      ])}
    >
      <PageHeader
        title="Manage Users"
        lead={`Who belongs to ${family.name}, and what they can do.`}
        action={
          <Link href="/invite-family-members" className={buttonClasses()}>
            <MailPlus aria-hidden="true" />
            Invite Family Members
          </Link>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <UserCards />
        <FamilyPeople familyId={actor.familyId} />
        <ImportedPeople familyId={actor.familyId} />
      </div>
    </HydrationBoundary>
  );
}
