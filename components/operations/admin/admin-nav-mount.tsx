"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { isAdminPath } from "@/components/operations/admin/admin-paths";

const AdminNav = dynamic(async () => (await import("@/components/operations/admin/admin-nav")).AdminNav);

/** The admins' navigation, on their pages only; its code is fetched there. */
export function AdminNavMount() {
  const pathname = usePathname();
  return isAdminPath(pathname) ? <AdminNav pathname={pathname} /> : null;
}
