import { chunkBodySchema, uploadProgressSchema } from "@/lib/album/uploads/schema";
import { addChunks } from "@/lib/album/uploads/server/chunked-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary:
    "Receives one chunk as JSON with a data URL, or a run of chunks as raw bytes with uploadId and the first chunkIndex in the query.",
  access: "member",
  keyScope: "upload",
  bodyMode: "stream",
  body: chunkBodySchema,
  answer: uploadProgressSchema,
  handler: ({ actor, request }) => addChunks(actor, request),
});
