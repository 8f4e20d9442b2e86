import { route } from "@/lib/http/route";
import { itemDiagnosisSchema } from "@/lib/operations/diagnostics/schema";
import { getItemDiagnosis } from "@/lib/operations/diagnostics/server/service";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "One item in detail; for a video, also its codecs.",
  access: "admin",
  params: idParams,
  answer: itemDiagnosisSchema,
  handler: ({ actor, params }) => getItemDiagnosis(actor, params.id),
});
