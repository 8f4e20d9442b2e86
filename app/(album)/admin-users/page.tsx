import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { AdminsOnly } from "@/components/families/admins-only";
import { UserTable } from "@/components/families/user-table";
import { PageHeader } from "@/components/media/page-header";
import { buttonClasses } from "@/components/ui/button";
import { requirePageActor } from "@/lib/auth/page-actor";
import { may } from "@/lib/auth/permissions";
import { usersKey } from "@/lib/features/families/queries";
import { requireFamilyOf } from "@/lib/features/families/service";
import { listUsers } from "@/lib/features/families/users-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Users" };

export default async function AdminUsersPage() {
  const actor = await requirePageActor();
  if (!may(actor, "family.manageUsers")) return <AdminsOnly />;
  const [family, users] = await Promise.all([requireFamilyOf(actor, actor.familyId), listUsers(actor)]);
  return (
    <HydrationBoundary state={hydratedQueries([[usersKey, users]])}>
      <PageHeader
        title="Users"
        lead={`Everyone with an account in ${family.name}: when they joined, last seen, and what they uploaded.`}
        action={
          <Link href="/manage-users" className={buttonClasses({ variant: "secondary" })}>
            Manage Users
          </Link>
        }
      />
      <UserTable />
    </HydrationBoundary>
  );
}
