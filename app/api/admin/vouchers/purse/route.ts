import { route } from "@/lib/http/route";
import { voucherPurseSchema } from "@/lib/shop/vouchers/schema";
import { getVoucherPurse } from "@/lib/shop/vouchers/server/service";

export const GET = route({
  summary: "What the admin has left to give in vouchers.",
  access: "admin",
  answer: voucherPurseSchema,
  handler: ({ actor }) => getVoucherPurse(actor),
});
