import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { packageLinkSchema } from "@/lib/shop/prints/fulfilment-schema";
import { createPackageLink } from "@/lib/shop/prints/server/package-service";

export const POST = route({
  summary: "A link for the lab to download an order's package without signing in, for seven days.",
  access: "admin",
  params: idParams,
  answer: packageLinkSchema,
  status: 201,
  handler: ({ actor, params, request }) => createPackageLink(actor, params.id, visitedUrl(request)),
});
