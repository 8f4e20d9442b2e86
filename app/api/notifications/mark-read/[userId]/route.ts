import { route } from "@/lib/http/route";
import { markedReadSchema, markReadSchema, recipientParams } from "@/lib/notify/notifications/schema";
import { markRead, requireOwnNotifications } from "@/lib/notify/notifications/server/service";

export const POST = route({
  summary: "Marks the caller's notifications as read: those named, or all except the admins' messages.",
  access: "member",
  params: recipientParams,
  body: markReadSchema,
  isBodyOptional: true,
  answer: markedReadSchema,
  handler: async ({ actor, params, body }) => {
    requireOwnNotifications(actor, params.userId);
    await markRead(actor, body);
    return { success: true };
  },
});
