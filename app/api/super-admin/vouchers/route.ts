import { z } from "zod";
import { createHouseVoucher } from "@/lib/features/vouchers/make-service";
import { createVoucherSchema, voucherSchema } from "@/lib/features/vouchers/schema";
import { listHouseVouchers } from "@/lib/features/vouchers/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The vouchers of the installation, latest first, with who has used them.",
  access: "superAdmin",
  answer: z.array(voucherSchema),
  handler: () => listHouseVouchers(),
});

export const POST = route({
  summary: "Creates a voucher that anyone with its code can use.",
  access: "superAdmin",
  body: createVoucherSchema,
  answer: voucherSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createHouseVoucher(actor, body),
});
