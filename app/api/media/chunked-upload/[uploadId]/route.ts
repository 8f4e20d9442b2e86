import { z } from "zod";
import { getUploadProgress } from "@/lib/features/uploads/chunked-service";
import { uploadIdSchema, uploadProgressSchema } from "@/lib/features/uploads/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Which chunks have arrived, so that an interrupted upload can continue.",
  access: "member",
  hasSecretPath: true,
  params: z.object({ uploadId: uploadIdSchema }),
  answer: uploadProgressSchema,
  handler: ({ actor, params }) => getUploadProgress(actor, params.uploadId),
});
