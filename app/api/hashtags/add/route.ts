import { addedHashtagSchema, addHashtagSchema } from "@/lib/album/hashtags/schema";
import { addHashtagToMedia } from "@/lib/album/hashtags/server/adding-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Writes a hashtag into the descriptions of up to 500 items that the caller may change.",
  access: "member",
  keyScope: "manage",
  body: addHashtagSchema,
  answer: addedHashtagSchema,
  handler: ({ actor, body }) => addHashtagToMedia(actor, body.hashtag, body.mediaIds),
});
