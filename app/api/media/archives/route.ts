import { archiveSchema, createArchiveSchema } from "@/lib/album/archives/schema";
import { createArchive } from "@/lib/album/archives/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Prepares a ZIP of chosen items, an album, a month or a year; it can be downloaded for a day.",
  access: "member",
  keyScope: "read",
  body: createArchiveSchema,
  answer: archiveSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createArchive(actor, body),
});
