import {
  markedPersonSchema,
  markPersonSchema,
  recognitionPersonParams,
} from "@/lib/faces/recognition/schema";
import { markPerson } from "@/lib/faces/recognition/server/service";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "Excludes a person's face from recognition, or includes it again.",
  access: "admin",
  params: recognitionPersonParams,
  body: markPersonSchema,
  answer: markedPersonSchema,
  handler: ({ actor, params, body }) => markPerson(actor, params.memberId, body.neverRecognize),
});
