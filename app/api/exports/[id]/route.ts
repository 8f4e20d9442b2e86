import { route } from "@/lib/http/route";
import { exportSchema } from "@/lib/operations/exports/schema";
import { checkExport } from "@/lib/operations/exports/server/download-service";
import { deleteExport } from "@/lib/operations/exports/server/service";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "One of the caller's exports, with its progress; a ready one has been checked.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: exportSchema,
  handler: ({ actor, params }) => checkExport(actor, params.id),
});

export const DELETE = route({
  summary: "Removes one of the caller's exports, or cancels its preparation.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteExport(actor, params.id);
    return undefined;
  },
});
