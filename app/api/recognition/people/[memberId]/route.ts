import {
  markedPersonSchema,
  markPersonSchema,
  recognitionPersonParams,
} from "@/lib/features/recognition/schema";
import { markPerson } from "@/lib/features/recognition/service";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "Says that a person's face must never be computed, or that it may be again.",
  access: "admin",
  params: recognitionPersonParams,
  body: markPersonSchema,
  answer: markedPersonSchema,
  handler: ({ actor, params, body }) => markPerson(actor, params.memberId, body.neverRecognize),
});
