import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { revokeFamilyVoucher } from "@/lib/shop/vouchers/server/service";

export const DELETE = route({
  summary: "Cancels a voucher of the family; what was not used goes back to the person who made it.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeFamilyVoucher(actor, params.id);
    return undefined;
  },
});
