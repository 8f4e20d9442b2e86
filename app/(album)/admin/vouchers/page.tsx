import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { PurseNote } from "@/components/vouchers/purse-note";
import { VoucherManager } from "@/components/vouchers/voucher-manager";
import { requirePageActor } from "@/lib/auth/page-actor";
import { voucherPurseKey, vouchersKey } from "@/lib/features/vouchers/queries";
import { getVoucherPurse, listFamilyVouchers } from "@/lib/features/vouchers/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Vouchers" };

export default async function VouchersPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const [vouchers, purse] = await Promise.all([listFamilyVouchers(actor), getVoucherPurse(actor)]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [vouchersKey("/api/admin/vouchers"), vouchers],
        [voucherPurseKey, purse],
      ])}
    >
      <PageHeader title="Vouchers" lead="Give someone in your family free prints or shop credit." />
      <PurseNote />
      <VoucherManager home="/api/admin/vouchers" />
    </HydrationBoundary>
  );
}
