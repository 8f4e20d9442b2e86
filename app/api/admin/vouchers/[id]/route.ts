import { voucherParams } from "@/lib/features/vouchers/schema";
import { revokeFamilyVoucher } from "@/lib/features/vouchers/service";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Ends a voucher of the family; what nobody used goes back to whoever made it.",
  access: "admin",
  params: voucherParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeFamilyVoucher(actor, params.id);
    return undefined;
  },
});
