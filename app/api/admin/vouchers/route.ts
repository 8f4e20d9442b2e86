import { z } from "zod";
import { route } from "@/lib/http/route";
import { createVoucherSchema, voucherSchema } from "@/lib/shop/vouchers/schema";
import { createFamilyVoucher } from "@/lib/shop/vouchers/server/make-service";
import { listFamilyVouchers } from "@/lib/shop/vouchers/server/service";

export const GET = route({
  summary: "The family's vouchers, latest first, with who has used them.",
  access: "admin",
  answer: z.array(voucherSchema),
  handler: ({ actor }) => listFamilyVouchers(actor),
});

export const POST = route({
  summary: "Creates a voucher from the admin's own free prints or gift shop balance.",
  access: "admin",
  body: createVoucherSchema,
  answer: voucherSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createFamilyVoucher(actor, body),
});
