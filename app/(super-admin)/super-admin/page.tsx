import type { Metadata } from "next";
import Link from "next/link";
import { AppShell } from "@/components/layout/app-shell";
import { Card } from "@/components/ui/card";
import { getPageUser, requirePageSuperAdmin } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Super Admin Dashboard" };

export default async function SuperAdminPage() {
  const actor = await requirePageSuperAdmin();
  return (
    <AppShell appName={env.APP_NAME} user={await getPageUser()}>
      <h1>Super Admin Dashboard</h1>
      <Card className="mt-6 max-w-xl" aria-label="Your account">
        <p>
          You are signed in as <strong>{actor.username}</strong>. You look after this {env.APP_NAME} server
          and belong to no family, so no family's pictures are shown to you.
        </p>
        <p className="mt-4">
          <Link href="/super-admin/system-health" className="text-link">
            System Health: mail and SMS on their way
          </Link>
        </p>
      </Card>
    </AppShell>
  );
}
