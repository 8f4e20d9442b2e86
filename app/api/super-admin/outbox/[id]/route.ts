import { z } from "zod";
import { readOutboxMessage } from "@/lib/features/messages/outbox-service";
import { outboxMessageSchema } from "@/lib/features/messages/schema";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary: "The text of one message in the outbox. Reading it is recorded.",
  access: "superAdmin",
  params: z.object({ id: z.uuid() }),
  answer: outboxMessageSchema,
  handler: ({ actor, params, ...context }) => readOutboxMessage(actor, params.id, sessionOrigin(context)),
});
