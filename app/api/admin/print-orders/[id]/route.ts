import { updatePrintOrder } from "@/lib/features/prints/admin-orders-service";
import { adminPrintOrderSchema, printOrderUpdateSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PATCH = route({
  summary: "Moves an order to its next state, or sets its tracking link.",
  access: "admin",
  params: idParams,
  body: printOrderUpdateSchema,
  answer: adminPrintOrderSchema,
  handler: ({ actor, params, body }) => updatePrintOrder(actor, params.id, body),
});
