import { recentHashtagsSchema } from "@/lib/features/hashtags/schema";
import { listRecentHashtags } from "@/lib/features/hashtags/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's most recently used hashtags.",
  access: "member",
  answer: recentHashtagsSchema,
  handler: async ({ actor }) => ({ hashtags: await listRecentHashtags(actor) }),
});
