import { z } from "zod";
import { createNoticeSchema, noticeSchema } from "@/lib/album/notices/schema";
import { createNotice, listNotices } from "@/lib/album/notices/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The notice board, newest first; members see the active notices, admins all.",
  access: "member",
  keyScope: "read",
  answer: z.array(noticeSchema),
  handler: ({ actor }) => listNotices(actor),
});

export const POST = route({
  summary: "Posts a notice and notifies the family.",
  access: "admin",
  body: createNoticeSchema,
  answer: noticeSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createNotice(actor, body),
});
