import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { PageHeader } from "@/components/media/page-header";
import { SuperAdminNav } from "@/components/super-admin/super-admin-nav";
import type { UserDto } from "@/lib/features/accounts/schema";

export interface SuperAdminPageProps {
  appName: string;
  user: UserDto | null;
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** What the super admin's pages have in common: the way between them, and a heading. */
export function SuperAdminPage({ appName, user, title, lead, action, children }: SuperAdminPageProps) {
  return (
    <AppShell appName={appName} user={user}>
      <SuperAdminNav />
      <PageHeader title={title} lead={lead} action={action} />
      {children}
    </AppShell>
  );
}
