import type { Metadata } from "next";
import Link from "next/link";
import { UserTable } from "@/components/family/families/user-table";
import { AdminsOnly } from "@/components/session/admins-only";
import { buttonClasses } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { may } from "@/lib/core/auth/server/permissions";
import { usersKey } from "@/lib/family/families/client/queries";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { listUsers } from "@/lib/family/families/server/users-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

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
