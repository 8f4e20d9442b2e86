import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { downloadPackage } from "@/lib/shop/prints/server/package-service";

export const GET = route({
  summary: "The ZIP for the lab: print-ready photos and the order sheet. Anything missing is made first.",
  access: "admin",
  params: idParams,
  rateLimit: { name: "print-package", points: 120, seconds: 3600 },
  answer: "file",
  handler: ({ actor, params }) => downloadPackage(actor, params.id),
});
