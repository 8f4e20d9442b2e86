import { openGiftPackage } from "@/lib/features/gifts/package-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The ZIP for the lab: the finished images of a gift order and its order sheet.",
  access: "superAdmin",
  params: idParams,
  answer: "file",
  handler: ({ actor, params }) => openGiftPackage(actor, params.id),
});
