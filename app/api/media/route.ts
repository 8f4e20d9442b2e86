import { feedQuerySchema, mediaItemSchema, mediaPageSchema } from "@/lib/album/media/schema";
import { listFeed } from "@/lib/album/media/server/browse-service";
import { uploadBodySchema } from "@/lib/album/uploads/schema";
import { uploadMedia } from "@/lib/album/uploads/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Everything in the album by upload date, newest first; an endless feed.",
  access: "member",
  keyScope: "read",
  query: feedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, query }) => listFeed(actor, query),
});

export const POST = route({
  summary: "Uploads one file: JSON with base64 or a data URL, or multipart/form-data.",
  access: "member",
  keyScope: "upload",
  bodyMode: "stream",
  body: uploadBodySchema,
  answer: mediaItemSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, request }) => uploadMedia(actor, request),
});
