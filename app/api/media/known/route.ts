import { knownMediaSchema, knownQuerySchema } from "@/lib/features/sorter/schema";
import { listKnownMedia } from "@/lib/features/sorter/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Which of up to 500 files the album already has, by their SHA-256, before a byte of them is sent.",
  access: "member",
  body: knownQuerySchema,
  answer: knownMediaSchema,
  handler: ({ actor, body }) => listKnownMedia(actor, body),
});
