import { eraseMedia } from "@/lib/album/media/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Permanently erases an item from the trash, now; by its uploader or an admin.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await eraseMedia(actor, params.id);
    return undefined;
  },
});
