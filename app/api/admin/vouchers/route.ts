import { z } from "zod";
import { createFamilyVoucher } from "@/lib/features/vouchers/make-service";
import { createVoucherSchema, voucherSchema } from "@/lib/features/vouchers/schema";
import { listFamilyVouchers } from "@/lib/features/vouchers/service";
import { route } from "@/lib/http/route";

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
