import type { Metadata } from "next";
import { AdminsOnly } from "@/components/session/admins-only";
import { VoucherAllowanceNote } from "@/components/shop/vouchers/voucher-allowance-note";
import { VoucherManager } from "@/components/shop/vouchers/voucher-manager";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { voucherAllowanceKey, vouchersKey } from "@/lib/shop/vouchers/client/queries";
import { getVoucherAllowance, listFamilyVouchers } from "@/lib/shop/vouchers/server/service";

export const metadata: Metadata = { title: "Vouchers" };

export default async function VouchersPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const [vouchers, allowance] = await Promise.all([listFamilyVouchers(actor), getVoucherAllowance(actor)]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [vouchersKey("/api/admin/vouchers"), vouchers],
        [voucherAllowanceKey, allowance],
      ])}
    >
      <PageHeader title="Vouchers" lead="Give someone in your family free prints or shop credit." />
      <VoucherAllowanceNote />
      <VoucherManager home="/api/admin/vouchers" />
    </HydrationBoundary>
  );
}
