import { chunkBodySchema, uploadProgressSchema } from "@/lib/album/uploads/schema";
import { addChunk } from "@/lib/album/uploads/server/chunked-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary:
    "Receives one chunk: JSON with a data URL, or raw bytes with uploadId and chunkIndex in the query.",
  access: "member",
  bodyMode: "stream",
  body: chunkBodySchema,
  answer: uploadProgressSchema,
  handler: ({ actor, request }) => addChunk(actor, request),
});
