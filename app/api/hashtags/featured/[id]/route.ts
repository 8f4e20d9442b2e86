import { unfeatureHashtag } from "@/lib/album/hashtags/server/featured-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Stops featuring a hashtag; the photos keep it.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await unfeatureHashtag(actor, params.id);
    return undefined;
  },
});
