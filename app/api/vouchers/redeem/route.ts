import { redeemVoucher } from "@/lib/features/vouchers/redeem-service";
import { redeemedSchema, redeemVoucherSchema } from "@/lib/features/vouchers/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Uses a voucher: free prints, months of a plan for the family, or a gift shop balance.",
  access: "member",
  body: redeemVoucherSchema,
  answer: redeemedSchema,
  isCreating: true,
  rateLimit: { name: "voucher-redeem", points: 60, seconds: 3600 },
  handler: ({ actor, body }) => redeemVoucher(actor, body.code),
});
