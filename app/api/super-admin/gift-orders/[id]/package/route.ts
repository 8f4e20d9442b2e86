import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { openGiftPackage } from "@/lib/shop/gifts/server/package-service";

export const GET = route({
  summary: "The ZIP for the lab: the finished images of a gift order and its order sheet.",
  access: "superAdmin",
  params: idParams,
  answer: "file",
  handler: ({ actor, params }) => openGiftPackage(actor, params.id),
});
