import type { Metadata } from "next";
import { MaintenanceNotice } from "@/components/operations/maintenance/maintenance-notice";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { env } from "@/lib/env";
import { isInMaintenance } from "@/lib/http/maintenance";

export const metadata: Metadata = { title: "Maintenance" };

/** Replaces every page during maintenance; at its own address it also says when there is no maintenance. */
export default async function MaintenancePage() {
  return (
    <VisitorShell appName={env.APP_NAME}>
      <MaintenanceNotice appName={env.APP_NAME} isClosed={await isInMaintenance()} />
    </VisitorShell>
  );
}
