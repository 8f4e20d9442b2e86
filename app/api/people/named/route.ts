import { foundPeopleSchema, searchPeopleQuerySchema } from "@/lib/album/media/schema";
import { listFoundPeople } from "@/lib/album/media/server/search-people-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The people of the family whose name matches the search, with how many photos they are tagged in.",
  access: "member",
  query: searchPeopleQuerySchema,
  answer: foundPeopleSchema,
  handler: ({ actor, query }) => listFoundPeople(actor, query.q),
});
