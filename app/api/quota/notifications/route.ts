import { quotaNotificationsSchema } from "@/lib/features/quota/schema";
import { getQuotaNotifications } from "@/lib/features/quota/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "How full the family's storage is, and what is to be said about it.",
  access: "member",
  answer: quotaNotificationsSchema,
  handler: ({ actor }) => getQuotaNotifications(actor),
});
