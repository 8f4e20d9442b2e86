import { notificationPageSchema } from "@/lib/features/notifications/schema";
import { listNotifications } from "@/lib/features/notifications/service";
import { route } from "@/lib/http/route";
import { pageQuerySchema } from "@/lib/shared/pagination";

export const GET = route({
  summary: "The caller's notifications in the current family, newest first.",
  access: "member",
  query: pageQuerySchema,
  answer: notificationPageSchema,
  handler: ({ actor, query }) => listNotifications(actor, query),
});
