import { similarCountsQuerySchema, similarCountsSchema } from "@/lib/album/similar/schema";
import { countSimilar } from "@/lib/album/similar/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "How many photos are similar to each of up to 200, and which of them to keep.",
  access: "member",
  keyScope: "read",
  body: similarCountsQuerySchema,
  answer: similarCountsSchema,
  handler: ({ actor, body }) => countSimilar(actor, body),
});
