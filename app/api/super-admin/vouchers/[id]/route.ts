import { voucherParams } from "@/lib/features/vouchers/schema";
import { revokeHouseVoucher } from "@/lib/features/vouchers/service";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Cancels a voucher of the installation.",
  access: "superAdmin",
  params: voucherParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeHouseVoucher(actor, params.id);
    return undefined;
  },
});
