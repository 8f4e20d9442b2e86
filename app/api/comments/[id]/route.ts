import { changeCommentSchema, commentSchema } from "@/lib/album/comments/schema";
import { deleteComment, updateComment } from "@/lib/album/comments/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PATCH = route({
  summary: "Changes the caller's own comment; the words of a voice note can be removed.",
  access: "member",
  keyScope: "comment",
  params: idParams,
  body: changeCommentSchema,
  answer: commentSchema,
  handler: ({ actor, params, body }) => updateComment(actor, params.id, body.text),
});

export const DELETE = route({
  summary: "Deletes a comment; by its author or an admin.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteComment(actor, params.id);
    return undefined;
  },
});
