import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { adminPrintOrderSchema, printOrderUpdateSchema } from "@/lib/shop/prints/schema";
import { updatePrintOrder } from "@/lib/shop/prints/server/admin-orders-service";

export const PATCH = route({
  summary: "Moves an order to its next state, or sets its tracking link.",
  access: "admin",
  params: idParams,
  body: printOrderUpdateSchema,
  answer: adminPrintOrderSchema,
  handler: ({ actor, params, body }) => updatePrintOrder(actor, params.id, body),
});
