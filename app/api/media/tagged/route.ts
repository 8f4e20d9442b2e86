import { mediaPageSchema } from "@/lib/album/media/schema";
import { taggedQuerySchema } from "@/lib/album/tags/schema";
import { listTagged } from "@/lib/album/tags/server/tagged-feed-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Photos of the caller, or of another person in the family, by upload date; an endless feed.",
  access: "member",
  keyScope: "read",
  query: taggedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, query }) => listTagged(actor, query),
});
