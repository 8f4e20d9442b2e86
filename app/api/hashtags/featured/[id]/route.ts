import { unfeatureHashtag } from "@/lib/features/hashtags/featured-service";
import { featuredHashtagParams } from "@/lib/features/hashtags/schema";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Stops featuring a hashtag; photos keep it.",
  access: "admin",
  params: featuredHashtagParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await unfeatureHashtag(actor, params.id);
    return undefined;
  },
});
