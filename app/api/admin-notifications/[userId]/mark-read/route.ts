import { route } from "@/lib/http/route";
import { markedReadSchema, recipientParams } from "@/lib/notify/notifications/schema";
import { markAdminMessagesRead, requireOwnNotifications } from "@/lib/notify/notifications/server/service";

export const POST = route({
  summary: "Marks the messages from the family's admins as read by the caller.",
  access: "member",
  params: recipientParams,
  answer: markedReadSchema,
  handler: async ({ actor, params }) => {
    requireOwnNotifications(actor, params.userId);
    await markAdminMessagesRead(actor);
    return { success: true };
  },
});
