import { z } from "zod";
import { requirePrintOrder } from "@/lib/features/prints/orders-service";
import { printOrderSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "One of the person's own print orders.",
  access: "member",
  params: z.object({ id: z.string() }),
  answer: printOrderSchema,
  handler: ({ actor, params }) => requirePrintOrder(actor, params.id),
});
