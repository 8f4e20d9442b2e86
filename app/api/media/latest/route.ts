import { z } from "zod";
import { listLatest } from "@/lib/features/media/browse-service";
import { mediaItemSchema } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";
import { pageQuerySchema } from "@/lib/shared/pagination";

export const GET = route({
  summary: "The newest uploads.",
  access: "member",
  query: pageQuerySchema.pick({ limit: true }),
  answer: z.array(mediaItemSchema),
  handler: ({ actor, query }) => listLatest(actor, query.limit),
});
