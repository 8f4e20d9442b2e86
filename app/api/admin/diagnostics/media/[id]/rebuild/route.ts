import { mediaDiagnosisSchema } from "@/lib/features/diagnostics/schema";
import { rebuildItem } from "@/lib/features/diagnostics/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Rebuilds the thumbnail and medium image of an item.",
  access: "admin",
  params: idParams,
  answer: mediaDiagnosisSchema,
  handler: ({ actor, params }) => rebuildItem(actor, params.id),
});
