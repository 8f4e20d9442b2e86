import { getPrintDiagnostics } from "@/lib/features/prints/diagnostics-service";
import { printDiagnosticsSchema } from "@/lib/features/prints/fulfilment-schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The labs that are set up, recent calls to them, and the family's ledger of prints.",
  access: "admin",
  answer: printDiagnosticsSchema,
  handler: ({ actor }) => getPrintDiagnostics(actor),
});
