import { z } from "zod";
import { existingHashtagSchema } from "@/lib/album/hashtags/schema";
import { listExistingHashtags } from "@/lib/album/hashtags/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Every hashtag in use with its number of items, most used first.",
  access: "member",
  keyScope: "read",
  answer: z.array(existingHashtagSchema),
  handler: ({ actor }) => listExistingHashtags(actor),
});
