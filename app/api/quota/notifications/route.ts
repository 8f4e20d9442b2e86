import { quotaNotificationsSchema } from "@/lib/album/quota/schema";
import { getQuotaNotifications } from "@/lib/album/quota/server/service";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { route } from "@/lib/http/route";
import { shownMoney } from "@/lib/shared/currency";

export const GET = route({
  summary: "How full the family's storage is, and the notifications about it.",
  access: "member",
  answer: quotaNotificationsSchema,
  handler: async ({ actor, request }) => {
    const settings = await getUserSettings(actor);
    return getQuotaNotifications(actor, shownMoney(settings, request.headers.get("accept-language")));
  },
});
