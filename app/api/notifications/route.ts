import { route } from "@/lib/http/route";
import { notificationPageSchema } from "@/lib/notify/notifications/schema";
import { listNotifications } from "@/lib/notify/notifications/server/service";
import { pageQuerySchema } from "@/lib/shared/pagination";

export const GET = route({
  summary: "The caller's notifications in the current family, newest first.",
  access: "member",
  query: pageQuerySchema,
  answer: notificationPageSchema,
  handler: ({ actor, query }) => listNotifications(actor, query),
});
