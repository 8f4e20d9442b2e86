import { route } from "@/lib/http/route";
import { printPackageParams } from "@/lib/shop/prints/fulfilment-schema";
import { openPrintLink } from "@/lib/shop/prints/server/package-service";

export const GET = route({
  summary: "An order's package, or one finished print, for the lab that was given this link.",
  access: "signed",
  params: printPackageParams,
  rateLimit: { name: "print-link", points: 300, seconds: 900 },
  hasSecretPath: true,
  answer: "file",
  handler: ({ params }) => openPrintLink(params.token),
});
