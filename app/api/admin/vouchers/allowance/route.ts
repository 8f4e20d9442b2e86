import { route } from "@/lib/http/route";
import { voucherAllowanceSchema } from "@/lib/shop/vouchers/schema";
import { getVoucherAllowance } from "@/lib/shop/vouchers/server/service";

export const GET = route({
  summary: "What the admin has left to give in vouchers.",
  access: "admin",
  answer: voucherAllowanceSchema,
  handler: ({ actor }) => getVoucherAllowance(actor),
});
