import { z } from "zod";
import { heartedMediaSchema } from "@/lib/album/hearts/schema";
import { listHeartedMedia } from "@/lib/album/hearts/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The items the caller hearted, latest first.",
  access: "member",
  keyScope: "read",
  answer: z.array(heartedMediaSchema),
  handler: ({ actor }) => listHeartedMedia(actor),
});
