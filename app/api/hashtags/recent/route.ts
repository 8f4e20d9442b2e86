import { recentHashtagsSchema } from "@/lib/features/hashtags/schema";
import { listRecentHashtags } from "@/lib/features/hashtags/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's last used hashtags.",
  access: "member",
  answer: recentHashtagsSchema,
  handler: async ({ actor }) => ({ hashtags: await listRecentHashtags(actor) }),
});
