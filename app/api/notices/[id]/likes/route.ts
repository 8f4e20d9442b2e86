import { noticeLikesSchema, noticeParams } from "@/lib/features/notices/schema";
import { getNoticeLikes } from "@/lib/features/notices/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Who likes a notice.",
  access: "member",
  params: noticeParams,
  answer: noticeLikesSchema,
  handler: ({ actor, params }) => getNoticeLikes(actor, params.id),
});
