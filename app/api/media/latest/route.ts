import { z } from "zod";
import { mediaItemSchema } from "@/lib/album/media/schema";
import { listLatest } from "@/lib/album/media/server/browse-service";
import { route } from "@/lib/http/route";
import { pageQuerySchema } from "@/lib/shared/pagination";

export const GET = route({
  summary: "The newest uploads.",
  access: "member",
  keyScope: "read",
  query: pageQuerySchema.pick({ limit: true }),
  answer: z.array(mediaItemSchema),
  handler: ({ actor, query }) => listLatest(actor, query.limit),
});
