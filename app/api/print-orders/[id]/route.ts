import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { printOrderSchema } from "@/lib/shop/prints/schema";
import { requirePrintOrder } from "@/lib/shop/prints/server/orders-service";

export const GET = route({
  summary: "One of the person's own print orders.",
  access: "member",
  params: idParams,
  answer: printOrderSchema,
  handler: ({ actor, params }) => requirePrintOrder(actor, params.id),
});
