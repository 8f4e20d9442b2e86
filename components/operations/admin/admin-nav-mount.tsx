"use client";

import { usePathname } from "next/navigation";
import { isAdminPath } from "@/components/operations/admin/admin-paths";
import { fetchedPart } from "@/components/ui/fetched-part";

const AdminNav = fetchedPart(async () => (await import("@/components/operations/admin/admin-nav")).AdminNav, {
  isQuiet: true,
});

/** The admins' navigation, on their pages only, where its code is fetched. */
export function AdminNavMount() {
  const pathname = usePathname();
  return isAdminPath(pathname) ? <AdminNav pathname={pathname} /> : null;
}
