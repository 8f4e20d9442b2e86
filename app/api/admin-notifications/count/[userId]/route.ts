import { route } from "@/lib/http/route";
import { notificationCountSchema, recipientParams } from "@/lib/notify/notifications/schema";
import { countUnread, requireOwnNotifications } from "@/lib/notify/notifications/server/service";

export const GET = route({
  summary: "How many messages from the family's admins the caller hasn't read.",
  access: "member",
  params: recipientParams,
  answer: notificationCountSchema,
  handler: async ({ actor, params }) => {
    requireOwnNotifications(actor, params.userId);
    return { count: (await countUnread(actor)).adminMessages };
  },
});
