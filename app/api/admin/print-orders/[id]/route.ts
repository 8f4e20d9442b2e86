import { z } from "zod";
import { updatePrintOrder } from "@/lib/features/prints/admin-orders-service";
import { adminPrintOrderSchema, printOrderUpdateSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: "Moves an order to its next state, or sets its tracking link.",
  access: "admin",
  params: z.object({ id: z.string() }),
  body: printOrderUpdateSchema,
  answer: adminPrintOrderSchema,
  handler: ({ actor, params, body }) => updatePrintOrder(actor, params.id, body),
});
