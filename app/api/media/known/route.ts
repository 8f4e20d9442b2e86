import { route } from "@/lib/http/route";
import { knownMediaSchema, knownQuerySchema } from "@/lib/sorter/schema";
import { listKnownMedia } from "@/lib/sorter/server/service";

export const POST = route({
  summary: "Which of up to 500 files the album already has, by their SHA-256, before a byte of them is sent.",
  access: "member",
  keyScope: "upload",
  body: knownQuerySchema,
  answer: knownMediaSchema,
  handler: ({ actor, body }) => listKnownMedia(actor, body),
});
