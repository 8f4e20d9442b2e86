import { route } from "@/lib/http/route";
import { checkoutAnswerSchema, checkoutSchema } from "@/lib/shop/prints/schema";
import { checkOut } from "@/lib/shop/prints/server/checkout-service";

export const POST = route({
  summary: "Orders what is in the basket: one order a month.",
  access: "member",
  isAboutPrints: true,
  refusesDirectAccess: true,
  body: checkoutSchema,
  answer: checkoutAnswerSchema,
  status: 201,
  isCreating: true,
  handler: async ({ actor, body }) => ({ success: true as const, orders: [await checkOut(actor, body)] }),
});
