import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { undoAnswerSchema } from "@/lib/shop/prints/schema";
import { undoPrintOrder } from "@/lib/shop/prints/server/hold-service";

export const POST = route({
  summary: "Undoes an order in its first 30 seconds: its prints go back to the basket.",
  access: "member",
  refusesDirectAccess: true,
  params: idParams,
  answer: undoAnswerSchema,
  isCreating: true,
  handler: ({ actor, params }) => undoPrintOrder(actor, params.id),
});
