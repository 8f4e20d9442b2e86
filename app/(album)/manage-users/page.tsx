import { HydrationBoundary } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { AdminsOnly } from "@/components/families/admins-only";
import { FamilyPeople } from "@/components/families/family-people";
import { UserCards } from "@/components/families/user-cards";
import { PageHeader } from "@/components/media/page-header";
import { buttonClasses } from "@/components/ui/button";
import { requirePageActor } from "@/lib/auth/page-actor";
import { may } from "@/lib/auth/permissions";
import { peopleKey, usersKey } from "@/lib/features/families/queries";
import { listFamilyPeople, requireFamilyOf } from "@/lib/features/families/service";
import { listUsers } from "@/lib/features/families/users-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Manage Users" };

export default async function ManageUsersPage() {
  const actor = await requirePageActor();
  if (!may(actor, "family.manageUsers")) return <AdminsOnly />;
  const [family, users, people] = await Promise.all([
    requireFamilyOf(actor, actor.familyId),
    listUsers(actor),
    listFamilyPeople(actor),
  ]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [usersKey, users],
        [peopleKey(actor.familyId), people],
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
      </div>
    </HydrationBoundary>
  );
}
