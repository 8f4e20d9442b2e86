import { mediaIdParams } from "@/lib/features/media/schema";
import { eraseMedia } from "@/lib/features/media/service";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Permanently erases an item from the trash, now; by its uploader or an admin.",
  access: "member",
  params: mediaIdParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await eraseMedia(actor, params.id);
    return undefined;
  },
});
