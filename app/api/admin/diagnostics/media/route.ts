import { listDiagnosticsQuery, mediaDiagnosisPageSchema } from "@/lib/features/diagnostics/schema";
import { listMediaDiagnoses } from "@/lib/features/diagnostics/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's items, latest first, with the state of everything made from them.",
  access: "admin",
  query: listDiagnosticsQuery,
  answer: mediaDiagnosisPageSchema,
  handler: ({ actor, query }) => listMediaDiagnoses(actor, query),
});
