import { commentSchema, createVoiceNoteSchema, maxVoiceNoteRequestBytes } from "@/lib/album/comments/schema";
import { createVoiceNote } from "@/lib/album/comments/server/voice-note-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Leaves a voice note of up to a minute on an item: a comment with a recording.",
  access: "member",
  keyScope: "comment",
  params: idParams,
  body: createVoiceNoteSchema,
  maxBodyBytes: maxVoiceNoteRequestBytes,
  answer: commentSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, params, body }) => createVoiceNote(actor, params.id, body),
});
