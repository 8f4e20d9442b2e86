import { importedPersonSchema, matchImportedPersonSchema } from "@/lib/album/imported-people/schema";
import { deleteImportedPerson, matchImportedPerson } from "@/lib/album/imported-people/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary:
    "Says which family member someone is; their comments and hearts become theirs once they have an account.",
  access: "admin",
  params: idParams,
  body: matchImportedPersonSchema,
  answer: importedPersonSchema,
  handler: ({ actor, params, body }) => matchImportedPerson(actor, params.id, body),
});

export const DELETE = route({
  summary: "Removes the comments and hearts of someone who has no account.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteImportedPerson(actor, params.id);
    return undefined;
  },
});
