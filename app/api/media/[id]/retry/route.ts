import { mediaItemSchema } from "@/lib/album/media/schema";
import { retryDerivatives } from "@/lib/album/media/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Tries again to make an item's previews after that failed.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  answer: mediaItemSchema,
  status: 202,
  handler: ({ actor, params }) => retryDerivatives(actor, params.id),
});
