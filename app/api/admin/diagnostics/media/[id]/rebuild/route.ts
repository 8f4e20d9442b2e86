import { route } from "@/lib/http/route";
import { mediaDiagnosisSchema } from "@/lib/operations/diagnostics/schema";
import { rebuildItem } from "@/lib/operations/diagnostics/server/service";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Rebuilds the thumbnail and medium image of an item.",
  access: "admin",
  params: idParams,
  answer: mediaDiagnosisSchema,
  handler: ({ actor, params }) => rebuildItem(actor, params.id),
});
