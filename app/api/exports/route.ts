import { route } from "@/lib/http/route";
import { createExportSchema, exportListSchema, exportSchema } from "@/lib/operations/exports/schema";
import { createOwnExport, listExports } from "@/lib/operations/exports/server/service";

export const GET = route({
  summary: "The caller's exports, latest first, and how much another one would have.",
  access: "member",
  keyScope: "read",
  answer: exportListSchema,
  handler: ({ actor }) => listExports(actor),
});

export const POST = route({
  summary: "Begins an export of the caller's uploads, or returns the one that is being prepared.",
  access: "member",
  keyScope: "read",
  refusesDirectAccess: true,
  body: createExportSchema,
  answer: exportSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createOwnExport(actor, body),
});
