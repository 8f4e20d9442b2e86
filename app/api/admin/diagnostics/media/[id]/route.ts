import { itemDiagnosisSchema } from "@/lib/features/diagnostics/schema";
import { getItemDiagnosis } from "@/lib/features/diagnostics/service";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "One item in detail; for a video, also its codecs.",
  access: "admin",
  params: mediaIdParams,
  answer: itemDiagnosisSchema,
  handler: ({ actor, params }) => getItemDiagnosis(actor, params.id),
});
