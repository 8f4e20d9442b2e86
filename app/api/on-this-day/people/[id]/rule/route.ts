import { leaveOutPersonSchema, memoryPersonSchema } from "@/lib/album/memories/schema";
import { leaveOutPerson } from "@/lib/album/memories/server/hiding-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary: "Leaves someone out of everyone's memories, or no longer.",
  access: "admin",
  params: idParams,
  body: leaveOutPersonSchema,
  answer: memoryPersonSchema,
  handler: ({ actor, params, body }) => leaveOutPerson(actor, params.id, body.isLeftOut),
});
