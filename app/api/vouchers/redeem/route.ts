import { route } from "@/lib/http/route";
import { redeemedSchema, redeemVoucherSchema } from "@/lib/shop/vouchers/schema";
import { redeemVoucher } from "@/lib/shop/vouchers/server/redeem-service";

export const POST = route({
  summary: "Redeems a voucher: free prints, months of a plan for the family, or a gift shop balance.",
  access: "member",
  body: redeemVoucherSchema,
  answer: redeemedSchema,
  isCreating: true,
  rateLimit: { name: "voucher-redeem", points: 60, seconds: 3600 },
  handler: ({ actor, body }) => redeemVoucher(actor, body.code),
});
