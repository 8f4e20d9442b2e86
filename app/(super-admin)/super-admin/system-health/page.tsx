import type { Metadata } from "next";
import { AppShell } from "@/components/layout/app-shell";
import { OutboxCard } from "@/components/super-admin/outbox-card";
import { getPageUser, requirePageSuperAdmin } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "System Health" };

export default async function SystemHealthPage() {
  await requirePageSuperAdmin();
  return (
    <AppShell appName={env.APP_NAME} user={await getPageUser()}>
      <h1 className="mb-6">System Health</h1>
      <OutboxCard />
    </AppShell>
  );
}
