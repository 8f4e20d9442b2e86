import {
  markedPersonSchema,
  markPersonSchema,
  recognitionPersonParams,
} from "@/lib/features/recognition/schema";
import { markPerson } from "@/lib/features/recognition/service";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "Excludes a person's face from recognition, or includes it again.",
  access: "admin",
  params: recognitionPersonParams,
  body: markPersonSchema,
  answer: markedPersonSchema,
  handler: ({ actor, params, body }) => markPerson(actor, params.memberId, body.neverRecognize),
});
