import { peoplePageSchema, peopleQuerySchema } from "@/lib/faces/people/schema";
import { listGroups } from "@/lib/faces/people/server/group-list-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Groups of faces that look like one person, largest first.",
  access: "member",
  query: peopleQuerySchema,
  answer: peoplePageSchema,
  handler: ({ actor, query }) => listGroups(actor, query),
});
