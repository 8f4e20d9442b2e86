import { packageLinkSchema } from "@/lib/features/prints/fulfilment-schema";
import { createPackageLink } from "@/lib/features/prints/package-service";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "A link for the lab to download an order's package without signing in, for seven days.",
  access: "admin",
  params: idParams,
  answer: packageLinkSchema,
  status: 201,
  handler: ({ actor, params, request }) => createPackageLink(actor, params.id, visitedUrl(request)),
});
