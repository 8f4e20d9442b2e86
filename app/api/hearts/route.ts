import { addHeartSchema, heartSchema } from "@/lib/album/hearts/schema";
import { addHeart } from "@/lib/album/hearts/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Hearts an item; repeating it changes nothing.",
  access: "member",
  keyScope: "comment",
  body: addHeartSchema,
  answer: heartSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => addHeart(actor, body.mediaId),
});
