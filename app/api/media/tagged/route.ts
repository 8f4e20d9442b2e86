import { mediaPageSchema } from "@/lib/features/media/schema";
import { taggedQuerySchema } from "@/lib/features/tags/schema";
import { listTagged } from "@/lib/features/tags/tagged-feed-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Photos of the caller, or of another person in the family, by upload date; an endless feed.",
  access: "member",
  query: taggedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, query }) => listTagged(actor, query),
});
