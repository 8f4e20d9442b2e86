import { notificationCountSchema, recipientParams } from "@/lib/features/notifications/schema";
import { countUnread, requireOwnNotifications } from "@/lib/features/notifications/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "How many messages from the family's admins the caller has not read.",
  access: "member",
  params: recipientParams,
  answer: notificationCountSchema,
  handler: async ({ actor, params }) => {
    requireOwnNotifications(actor, params.userId);
    return { count: (await countUnread(actor)).adminMessages };
  },
});
