import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { revokeOperatorVoucher } from "@/lib/shop/vouchers/server/service";

export const DELETE = route({
  summary: "Cancels a voucher of the installation.",
  access: "superAdmin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeOperatorVoucher(actor, params.id);
    return undefined;
  },
});
