import { arrangeAlbumSchema } from "@/lib/album/albums/schema";
import { arrangeAlbum } from "@/lib/album/albums/server/arranging-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary:
    "Moves up to 5,000 items of an album that is sorted by hand to before another item, or to the end.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  body: arrangeAlbumSchema,
  answer: "empty",
  handler: async ({ actor, params, body }) => {
    await arrangeAlbum(actor, params.id, body);
    return undefined;
  },
});
