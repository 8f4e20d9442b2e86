import { openGiftPackage } from "@/lib/features/gifts/package-service";
import { giftOrderParams } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The ZIP for the lab: the finished images of a gift order and its order sheet.",
  access: "superAdmin",
  params: giftOrderParams,
  answer: "file",
  handler: ({ actor, params }) => openGiftPackage(actor, params.id),
});
