import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";
import { createFamilyExportSchema, exportSchema } from "@/lib/operations/exports/schema";
import { createFamilyExport } from "@/lib/operations/exports/server/service";

export const POST = route({
  summary: "Begins an export of the whole album, after the owner's password or a passkey.",
  access: "owner",
  refusesDirectAccess: true,
  body: createFamilyExportSchema,
  answer: exportSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body, request }) => createFamilyExport(actor, body, getRelyingParty(request)),
});
