import { heartCountSchema } from "@/lib/features/hearts/schema";
import { removeHeart } from "@/lib/features/hearts/service";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Removes the caller's heart from an item; returns the remaining hearts.",
  access: "member",
  params: mediaIdParams,
  answer: heartCountSchema,
  handler: async ({ actor, params }) => ({ count: await removeHeart(actor, params.id) }),
});
