import { outboxMessageSchema } from "@/lib/core/messages/schema";
import { getOutboxMessage } from "@/lib/core/messages/server/outbox-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The text of one message in the outbox. Reading it is recorded.",
  access: "superAdmin",
  params: idParams,
  answer: outboxMessageSchema,
  handler: ({ actor, params, ...context }) => getOutboxMessage(actor, params.id, sessionOrigin(context)),
});
