"use client";

import { usePathname } from "next/navigation";
import { PageRow, type PageRowEntry } from "@/components/ui/page-row";

/** Specification 2.2 and 2.3: the pages super admins can access. */
const pages: PageRowEntry[] = [
  { href: "/super-admin", label: "Dashboard" },
  { href: "/super-admin/settings", label: "Settings" },
  { href: "/super-admin/api-keys", label: "API Keys" },
  { href: "/super-admin/activity-log", label: "Activity Log" },
  { href: "/super-admin/marketing", label: "Marketing" },
  { href: "/super-admin/email-templates", label: "Email Templates" },
  { href: "/super-admin/system-health", label: "System Health" },
  { href: "/super-admin/reports", label: "Reports" },
];

export function SuperAdminNav() {
  return (
    <div className="mb-6">
      <PageRow label="Super admin pages" entries={pages} current={usePathname()} />
    </div>
  );
}
