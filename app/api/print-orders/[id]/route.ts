import { requirePrintOrder } from "@/lib/features/prints/orders-service";
import { printOrderSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "One of the person's own print orders.",
  access: "member",
  params: idParams,
  answer: printOrderSchema,
  handler: ({ actor, params }) => requirePrintOrder(actor, params.id),
});
