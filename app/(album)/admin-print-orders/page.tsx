import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { CourtesyForm } from "@/components/prints/courtesy-form";
import { FamilyOrdersTable } from "@/components/prints/family-orders-table";
import { PrintsOff, PrintsOffNote } from "@/components/prints/prints-off";
import { requirePageActor } from "@/lib/auth/page-actor";
import { requireFamilyOf } from "@/lib/features/families/service";
import { listFamilyPrintOrders } from "@/lib/features/prints/admin-orders-service";
import { isElsewhere, listProviders } from "@/lib/features/prints/diagnostics-service";
import { familyPrintOrdersKey, printSettingsKey } from "@/lib/features/prints/order-queries";
import { readPrintsPageState } from "@/lib/features/prints/prints-page-service";
import { getPrintSettings } from "@/lib/features/prints/settings-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "The family's print orders" };

export default async function AdminPrintOrdersPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const state = await readPrintsPageState(actor);
  if (state === "off") return <PrintsOff />;
  const [family, orders, settings] = await Promise.all([
    requireFamilyOf(actor, actor.familyId),
    listFamilyPrintOrders(actor),
    getPrintSettings(actor, actor.familyId),
  ]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [familyPrintOrdersKey, orders],
        [printSettingsKey(actor.familyId), settings],
      ])}
    >
      <PageHeader title="Print orders" lead={`What ${family.name} has ordered, and its status.`} />
      {state === "ordersFromBefore" && <PrintsOffNote />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FamilyOrdersTable canSend={listProviders().some(isElsewhere)} />
        <CourtesyForm familyId={actor.familyId} familyName={family.name} />
      </div>
    </HydrationBoundary>
  );
}
