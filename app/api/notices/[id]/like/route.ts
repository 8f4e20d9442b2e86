import { noticeLikesSchema, noticeParams } from "@/lib/features/notices/schema";
import { toggleNoticeLike } from "@/lib/features/notices/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Likes a notice, or unlikes it; an Idempotency-Key makes retries count once.",
  access: "member",
  params: noticeParams,
  answer: noticeLikesSchema,
  isCreating: true,
  handler: ({ actor, params }) => toggleNoticeLike(actor, params.id),
});
