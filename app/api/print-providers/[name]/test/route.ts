import { route } from "@/lib/http/route";
import { printProviderParams, providerTestSchema } from "@/lib/shop/prints/fulfilment-schema";
import { testPrintProvider } from "@/lib/shop/prints/server/diagnostics-service";

export const POST = route({
  summary: "A dry run of a lab: nothing is ordered.",
  access: "admin",
  params: printProviderParams,
  answer: providerTestSchema,
  handler: ({ actor, params }) => testPrintProvider(actor, params.name),
});
