import { importParams, importSchema, replaceChoicesSchema } from "@/lib/album/imports/schema";
import { saveChoices } from "@/lib/album/imports/server/actions-service";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "What is to come after the dry run, and who the people in the source are here.",
  access: "member",
  params: importParams,
  body: replaceChoicesSchema,
  answer: importSchema,
  handler: ({ actor, params, body }) => saveChoices(actor, params.id, body),
});
