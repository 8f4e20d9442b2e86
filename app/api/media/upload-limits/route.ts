import { getUploadLimits } from "@/lib/features/uploads/limits-service";
import { uploadLimitsSchema } from "@/lib/features/uploads/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "How many bytes a photo and a video can have here.",
  access: "member",
  answer: uploadLimitsSchema,
  handler: () => getUploadLimits(),
});
