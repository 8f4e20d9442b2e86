import { createNoteSchema, growingNoteSchema, noteParams } from "@/lib/album/growing-up/schema";
import { createNote } from "@/lib/album/growing-up/server/notes-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Notes a first time, a height or words about one of the family's people.",
  access: "member",
  params: noteParams,
  body: createNoteSchema,
  answer: growingNoteSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, params, body }) => createNote(actor, params.id, body),
});
