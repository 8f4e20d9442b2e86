import { mediaIdParams, mediaItemSchema } from "@/lib/features/media/schema";
import { restoreMedia } from "@/lib/features/media/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Restores an item from the trash.",
  access: "member",
  params: mediaIdParams,
  answer: mediaItemSchema,
  handler: ({ actor, params }) => restoreMedia(actor, params.id),
});
