import { itemAgesSchema } from "@/lib/album/growing-up/schema";
import { getItemAges } from "@/lib/album/growing-up/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "How old the people on a photo or video are, and the first times that it shows.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: itemAgesSchema,
  handler: ({ actor, params }) => getItemAges(actor, params.id),
});
