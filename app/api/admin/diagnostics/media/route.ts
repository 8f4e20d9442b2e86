import { route } from "@/lib/http/route";
import { listDiagnosticsQuery, mediaDiagnosisPageSchema } from "@/lib/operations/diagnostics/schema";
import { listMediaDiagnoses } from "@/lib/operations/diagnostics/server/service";

export const GET = route({
  summary: "The family's items, latest first, with the state of everything made from them.",
  access: "admin",
  query: listDiagnosticsQuery,
  answer: mediaDiagnosisPageSchema,
  handler: ({ actor, query }) => listMediaDiagnoses(actor, query),
});
