import { z } from "zod";
import { listLatest } from "@/lib/features/media/browse-service";
import { maxPageSize, mediaItemSchema } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The newest uploads.",
  access: "member",
  query: z.object({ limit: z.coerce.number().int().min(1).max(maxPageSize).optional() }),
  answer: z.array(mediaItemSchema),
  handler: ({ actor, query }) => listLatest(actor, query.limit),
});
