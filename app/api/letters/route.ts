import { route } from "@/lib/http/route";
import { letterReadersSchema } from "@/lib/notify/digest/schema";
import { listLetterReaders } from "@/lib/notify/digest/server/letter-settings-service";

export const GET = route({
  summary: "Who gets the weekly letter: the caller, or for admins everyone in the family.",
  access: "member",
  answer: letterReadersSchema,
  handler: ({ actor }) => listLetterReaders(actor),
});
