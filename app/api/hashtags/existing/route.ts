import { z } from "zod";
import { existingHashtagSchema } from "@/lib/features/hashtags/schema";
import { listExistingHashtags } from "@/lib/features/hashtags/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Every hashtag in use with its number of items, most used first.",
  access: "member",
  answer: z.array(existingHashtagSchema),
  handler: ({ actor }) => listExistingHashtags(actor),
});
