import { route } from "@/lib/http/route";
import {
  adminMessagePageSchema,
  adminMessageSchema,
  sendMessageSchema,
} from "@/lib/notify/admin-messages/schema";
import { listAdminMessages, sendAdminMessage } from "@/lib/notify/admin-messages/server/service";
import { pageQuerySchema } from "@/lib/shared/pagination";

export const GET = route({
  summary: "What the family's admins have sent, with how many people received and read it.",
  access: "admin",
  query: pageQuerySchema,
  answer: adminMessagePageSchema,
  handler: ({ actor, query }) => listAdminMessages(actor, query),
});

export const POST = route({
  summary: "Sends a message to everyone in the family, to its admins, or to chosen people.",
  access: "admin",
  body: sendMessageSchema,
  answer: adminMessageSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => sendAdminMessage(actor, body),
});
