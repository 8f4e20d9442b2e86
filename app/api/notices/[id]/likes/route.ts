import { noticeLikesSchema } from "@/lib/album/notices/schema";
import { getNoticeLikes } from "@/lib/album/notices/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "Who likes a notice.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: noticeLikesSchema,
  handler: ({ actor, params }) => getNoticeLikes(actor, params.id),
});
