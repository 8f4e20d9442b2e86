import type { Metadata } from "next";
import { AdminsOnly } from "@/components/session/admins-only";
import { CourtesyForm } from "@/components/shop/prints/courtesy-form";
import { FamilyOrdersTable } from "@/components/shop/prints/family-orders-table";
import { PrintsOff, PrintsOffNote } from "@/components/shop/prints/prints-off";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { familyPrintOrdersKey, printSettingsKey } from "@/lib/shop/prints/client/order-queries";
import { listFamilyPrintOrders } from "@/lib/shop/prints/server/admin-orders-service";
import { isExternalProvider, listProviders } from "@/lib/shop/prints/server/diagnostics-service";
import { getPrintsPageState } from "@/lib/shop/prints/server/prints-page-service";
import { getPrintSettings } from "@/lib/shop/prints/server/settings-service";

export const metadata: Metadata = { title: "The family's print orders" };

export default async function AdminPrintOrdersPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const state = await getPrintsPageState(actor);
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
        <FamilyOrdersTable canSend={listProviders().some(isExternalProvider)} />
        <CourtesyForm familyId={actor.familyId} familyName={family.name} />
      </div>
    </HydrationBoundary>
  );
}
