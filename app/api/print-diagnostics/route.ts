import { getPrintDiagnostics } from "@/lib/features/prints/diagnostics-service";
import { printDiagnosticsSchema } from "@/lib/features/prints/fulfilment-schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The labs that are set up, what was asked of them lately, and the family's ledger of prints.",
  access: "admin",
  answer: printDiagnosticsSchema,
  handler: ({ actor }) => getPrintDiagnostics(actor),
});
