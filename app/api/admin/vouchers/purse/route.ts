import { voucherPurseSchema } from "@/lib/features/vouchers/schema";
import { getVoucherPurse } from "@/lib/features/vouchers/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What the admin can still put into vouchers.",
  access: "admin",
  answer: voucherPurseSchema,
  handler: ({ actor }) => getVoucherPurse(actor),
});
