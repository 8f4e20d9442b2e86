import { noticeLikesSchema } from "@/lib/album/notices/schema";
import { toggleNoticeLike } from "@/lib/album/notices/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Likes a notice, or unlikes it; an Idempotency-Key makes retries count once.",
  access: "member",
  keyScope: "comment",
  params: idParams,
  answer: noticeLikesSchema,
  isCreating: true,
  handler: ({ actor, params }) => toggleNoticeLike(actor, params.id),
});
