import { heartCountSchema } from "@/lib/album/hearts/schema";
import { removeHeart } from "@/lib/album/hearts/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Removes the caller's heart from an item; returns the remaining hearts.",
  access: "member",
  keyScope: "comment",
  params: idParams,
  answer: heartCountSchema,
  handler: async ({ actor, params }) => ({ count: await removeHeart(actor, params.id) }),
});
