import { z } from "zod";
import { undoPrintOrder } from "@/lib/features/prints/hold-service";
import { undoAnswerSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Takes an order back in its first 30 seconds: its prints are in the basket again.",
  access: "member",
  refusesDirectAccess: true,
  params: z.object({ id: z.string() }),
  answer: undoAnswerSchema,
  isCreating: true,
  handler: ({ actor, params }) => undoPrintOrder(actor, params.id),
});
