import { mediaItemSchema } from "@/lib/album/media/schema";
import { restoreMedia } from "@/lib/album/media/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Restores an item from the trash.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  answer: mediaItemSchema,
  handler: ({ actor, params }) => restoreMedia(actor, params.id),
});
