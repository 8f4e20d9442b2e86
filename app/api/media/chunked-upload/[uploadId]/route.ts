import { z } from "zod";
import { uploadIdSchema, uploadProgressSchema } from "@/lib/album/uploads/schema";
import { getUploadProgress } from "@/lib/album/uploads/server/chunked-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Which chunks have arrived, so that an interrupted upload can continue.",
  access: "member",
  keyScope: "upload",
  hasSecretPath: true,
  params: z.object({ uploadId: uploadIdSchema }),
  answer: uploadProgressSchema,
  handler: ({ actor, params }) => getUploadProgress(actor, params.uploadId),
});
