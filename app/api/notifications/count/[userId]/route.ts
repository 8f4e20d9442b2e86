import { route } from "@/lib/http/route";
import { notificationCountSchema, recipientParams } from "@/lib/notify/notifications/schema";
import { countUnread, requireOwnNotifications } from "@/lib/notify/notifications/server/service";

export const GET = route({
  summary:
    "How many unread notifications are addressed to the caller: tags, comments, print orders, the account.",
  access: "member",
  params: recipientParams,
  answer: notificationCountSchema,
  handler: async ({ actor, params }) => {
    requireOwnNotifications(actor, params.userId);
    return { count: (await countUnread(actor)).personal };
  },
});
