import type { ReactNode } from "react";
import { SuperAdminNav } from "@/components/operations/super-admin/super-admin-nav";
import { AppShell } from "@/components/shell/layout/app-shell";
import { PageHeader } from "@/components/ui/page-header";
import type { UserDto } from "@/lib/account/accounts/schema";

export interface SuperAdminPageProps {
  appName: string;
  user: UserDto | null;
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** Shared by the super admin's pages: the navigation between them, and a heading. */
export function SuperAdminPage({ appName, user, title, lead, action, children }: SuperAdminPageProps) {
  return (
    <AppShell appName={appName} user={user}>
      <SuperAdminNav />
      <PageHeader title={title} lead={lead} action={action} />
      {children}
    </AppShell>
  );
}
