import { uploadLimitsSchema } from "@/lib/album/uploads/schema";
import { getUploadLimits } from "@/lib/album/uploads/server/limits-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "How many bytes a photo and a video can have here.",
  access: "member",
  keyScope: "upload",
  answer: uploadLimitsSchema,
  handler: ({ actor }) => getUploadLimits(actor.familyId),
});
