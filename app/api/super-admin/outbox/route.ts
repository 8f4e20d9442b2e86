import { outboxSchema } from "@/lib/core/messages/schema";
import { listOutbox } from "@/lib/core/messages/server/outbox-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The latest emails and SMS: sent, on their way, failed, or waiting because nothing is set up to send them.",
  access: "superAdmin",
  answer: outboxSchema,
  handler: () => listOutbox(),
});
