import { recentHashtagsSchema } from "@/lib/album/hashtags/schema";
import { listRecentHashtags } from "@/lib/album/hashtags/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's most recently used hashtags.",
  access: "member",
  keyScope: "read",
  answer: recentHashtagsSchema,
  handler: async ({ actor }) => ({ hashtags: await listRecentHashtags(actor) }),
});
