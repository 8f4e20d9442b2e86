import { printPackageParams } from "@/lib/features/prints/fulfilment-schema";
import { openPrintLink } from "@/lib/features/prints/package-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "An order's package, or one finished print, for the lab that was given this link.",
  access: "signed",
  params: printPackageParams,
  rateLimit: { name: "print-link", points: 300, seconds: 900 },
  hasSecretPath: true,
  answer: "file",
  handler: ({ params }) => openPrintLink(params.token),
});
