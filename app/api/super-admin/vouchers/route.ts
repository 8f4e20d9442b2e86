import { z } from "zod";
import { route } from "@/lib/http/route";
import { createVoucherSchema, voucherSchema } from "@/lib/shop/vouchers/schema";
import { createOperatorVoucher } from "@/lib/shop/vouchers/server/make-service";
import { listOperatorVouchers } from "@/lib/shop/vouchers/server/service";

export const GET = route({
  summary: "The vouchers of the installation, latest first, with who has used them.",
  access: "superAdmin",
  answer: z.array(voucherSchema),
  handler: () => listOperatorVouchers(),
});

export const POST = route({
  summary: "Creates a voucher that anyone with its code can use.",
  access: "superAdmin",
  body: createVoucherSchema,
  answer: voucherSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createOperatorVoucher(actor, body),
});
