import { growingPeopleSchema } from "@/lib/album/growing-up/schema";
import { listGrowingPeople } from "@/lib/album/growing-up/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's people with a birthday who are on a photo, the youngest first.",
  access: "member",
  keyScope: "read",
  answer: growingPeopleSchema,
  handler: ({ actor }) => listGrowingPeople(actor),
});
