import type { ReactNode } from "react";
import { AdminsOnly } from "@/components/session/admins-only";
import { PageHeader } from "@/components/ui/page-header";

/** Wraps a diagnostic tool, for the family's admins (specification 2.2; product.md, Diagnostic pages). */
export function DiagnosticsPage({
  isAdmin,
  title,
  lead,
  children,
}: {
  isAdmin: boolean;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  if (!isAdmin) return <AdminsOnly />;
  return (
    <>
      <PageHeader title={title} lead={lead} />
      {children}
    </>
  );
}
