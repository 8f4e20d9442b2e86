import { growingNoteSchema, noteParams, updateNoteSchema } from "@/lib/album/growing-up/schema";
import { deleteNote, updateNote } from "@/lib/album/growing-up/server/notes-service";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: "Changes what was noted about someone; for its author or an admin.",
  access: "member",
  params: noteParams,
  body: updateNoteSchema,
  answer: growingNoteSchema,
  handler: ({ actor, params, body }) => updateNote(actor, params.id, body),
});

export const DELETE = route({
  summary: "Deletes what was noted about someone; for its author or an admin.",
  access: "member",
  params: noteParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteNote(actor, params.id);
    return undefined;
  },
});
