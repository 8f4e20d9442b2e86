import { route } from "@/lib/http/route";
import { letterReaderSchema, setLetterSchema } from "@/lib/notify/digest/schema";
import { setLetter } from "@/lib/notify/digest/server/letter-settings-service";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary: "Turns the weekly letter on or off: one's own, or as an admin that of someone in the family.",
  access: "member",
  params: idParams,
  body: setLetterSchema,
  answer: letterReaderSchema,
  handler: ({ actor, params, body }) => setLetter(actor, params.id, body.isOn),
});
