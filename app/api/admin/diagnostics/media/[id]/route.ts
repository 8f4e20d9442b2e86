import { itemDiagnosisSchema } from "@/lib/features/diagnostics/schema";
import { getItemDiagnosis } from "@/lib/features/diagnostics/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "One item in detail; for a video, also its codecs.",
  access: "admin",
  params: idParams,
  answer: itemDiagnosisSchema,
  handler: ({ actor, params }) => getItemDiagnosis(actor, params.id),
});
