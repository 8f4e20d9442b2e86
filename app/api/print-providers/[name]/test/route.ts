import { testPrintProvider } from "@/lib/features/prints/diagnostics-service";
import { printProviderParams, providerTestSchema } from "@/lib/features/prints/fulfilment-schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "A dry run of a lab: nothing is ordered.",
  access: "admin",
  params: printProviderParams,
  answer: providerTestSchema,
  handler: ({ actor, params }) => testPrintProvider(actor, params.name),
});
