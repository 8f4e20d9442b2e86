import { recognitionSchema, updateRecognitionSchema } from "@/lib/faces/recognition/schema";
import { getRecognition, updateRecognition } from "@/lib/faces/recognition/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What the family lets the server look for in its photos, and the progress.",
  access: "member",
  answer: recognitionSchema,
  handler: ({ actor }) => getRecognition(actor),
});

export const PUT = route({
  summary: "Turns looking for faces or things on or off. What is turned off is erased immediately.",
  access: "admin",
  body: updateRecognitionSchema,
  answer: recognitionSchema,
  handler: ({ actor, body }) => updateRecognition(actor, body),
});
