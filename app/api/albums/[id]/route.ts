import { albumDetailSchema, updateAlbumSchema } from "@/lib/album/albums/schema";
import { deleteAlbum, requireAlbum, updateAlbum } from "@/lib/album/albums/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "An album, and who can add to it.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: albumDetailSchema,
  handler: ({ actor, params }) => requireAlbum(actor, params.id),
});

export const PATCH = route({
  summary: "Changes an album's title, story, order, cover, or who can add to it; by its creator or an admin.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  body: updateAlbumSchema,
  answer: albumDetailSchema,
  handler: ({ actor, params, body }) => updateAlbum(actor, params.id, body),
});

export const DELETE = route({
  summary: "Deletes an album, whose items stay in their months; by its creator or an admin.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteAlbum(actor, params.id);
    return undefined;
  },
});
