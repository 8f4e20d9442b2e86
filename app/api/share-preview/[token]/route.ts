import { sharePreviewParams } from "@/lib/album/sharing/schema";
import { sharePreviewResponse } from "@/lib/album/sharing/server/preview-image-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The image of a link preview: the family's name on a plain background, never a photo from the album.",
  access: "public",
  params: sharePreviewParams,
  rateLimit: { name: "share-preview", points: 120, seconds: 60 },
  answer: "file",
  handler: ({ params }) => sharePreviewResponse(params.token),
});
