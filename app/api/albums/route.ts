import {
  albumDetailSchema,
  albumPageSchema,
  albumsQuerySchema,
  createAlbumSchema,
} from "@/lib/album/albums/schema";
import { createAlbum, listAlbums } from "@/lib/album/albums/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The family's albums, those with something new first; with q, those with these words in their title or story; with mediaId, those that contain it.",
  access: "member",
  keyScope: "read",
  query: albumsQuerySchema,
  answer: albumPageSchema,
  handler: ({ actor, query }) => listAlbums(actor, query),
});

export const POST = route({
  summary: "Makes an album, still empty.",
  access: "member",
  keyScope: "upload",
  body: createAlbumSchema,
  answer: albumDetailSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createAlbum(actor, body),
});
