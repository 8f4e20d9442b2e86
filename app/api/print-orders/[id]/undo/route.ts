import { undoPrintOrder } from "@/lib/features/prints/hold-service";
import { undoAnswerSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Undoes an order in its first 30 seconds: its prints go back to the basket.",
  access: "member",
  refusesDirectAccess: true,
  params: idParams,
  answer: undoAnswerSchema,
  isCreating: true,
  handler: ({ actor, params }) => undoPrintOrder(actor, params.id),
});
