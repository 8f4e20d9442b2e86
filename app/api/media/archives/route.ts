import { archiveSchema, createArchiveSchema } from "@/lib/features/archives/schema";
import { createArchive } from "@/lib/features/archives/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Prepares a ZIP of chosen items, a month or a year; it can be downloaded for a day.",
  access: "member",
  body: createArchiveSchema,
  answer: archiveSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createArchive(actor, body),
});
