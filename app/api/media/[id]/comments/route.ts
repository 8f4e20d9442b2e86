import {
  commentPageSchema,
  commentQuerySchema,
  commentSchema,
  writeCommentSchema,
} from "@/lib/album/comments/schema";
import { createComment, listComments } from "@/lib/album/comments/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The comments on an item, oldest first.",
  access: "member",
  keyScope: "read",
  params: idParams,
  query: commentQuerySchema,
  answer: commentPageSchema,
  handler: ({ actor, params, query }) => listComments(actor, params.id, query),
});

export const POST = route({
  summary: "Writes a comment on an item; notifies its uploader and earlier commenters.",
  access: "member",
  keyScope: "comment",
  params: idParams,
  body: writeCommentSchema,
  answer: commentSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, params, body }) => createComment(actor, params.id, body.text),
});
