import { mediaDiagnosisSchema } from "@/lib/features/diagnostics/schema";
import { rebuildItem } from "@/lib/features/diagnostics/service";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Rebuilds the thumbnail and medium image of an item.",
  access: "admin",
  params: mediaIdParams,
  answer: mediaDiagnosisSchema,
  handler: ({ actor, params }) => rebuildItem(actor, params.id),
});
