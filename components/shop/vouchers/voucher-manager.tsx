import { VoucherForm } from "@/components/shop/vouchers/voucher-form";
import { VoucherList } from "@/components/shop/vouchers/voucher-list";
import type { VoucherHome } from "@/lib/shop/vouchers/client/queries";

/** Creates and lists vouchers, for a family's admins or for super admins. */
export function VoucherManager({ home }: { home: VoucherHome }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start">
      <VoucherForm home={home} canGivePlans={home === "/api/super-admin/vouchers"} />
      <VoucherList home={home} />
    </div>
  );
}
