import { route } from "@/lib/http/route";
import { printDiagnosticsSchema } from "@/lib/shop/prints/fulfilment-schema";
import { getPrintDiagnostics } from "@/lib/shop/prints/server/diagnostics-service";

export const GET = route({
  summary: "The labs that are set up, recent calls to them, and the family's ledger of prints.",
  access: "admin",
  answer: printDiagnosticsSchema,
  handler: ({ actor }) => getPrintDiagnostics(actor),
});
