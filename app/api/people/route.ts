import { listGroups } from "@/lib/features/people/group-list-service";
import { peoplePageSchema, peopleQuerySchema } from "@/lib/features/people/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Groups of faces that look like one person, largest first.",
  access: "member",
  query: peopleQuerySchema,
  answer: peoplePageSchema,
  handler: ({ actor, query }) => listGroups(actor, query),
});
