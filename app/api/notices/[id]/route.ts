import { noticeSchema, updateNoticeSchema } from "@/lib/album/notices/schema";
import { deleteNotice, updateNotice } from "@/lib/album/notices/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary: "Changes a notice, hides it or shows it again.",
  access: "admin",
  params: idParams,
  body: updateNoticeSchema,
  answer: noticeSchema,
  handler: ({ actor, params, body }) => updateNotice(actor, params.id, body),
});

export const DELETE = route({
  summary: "Permanently deletes a notice.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteNotice(actor, params.id);
    return undefined;
  },
});
