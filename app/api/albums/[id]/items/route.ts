import { albumItemsSchema } from "@/lib/album/albums/schema";
import { addAlbumItems, listAlbumItems, removeAlbumItems } from "@/lib/album/albums/server/items-service";
import { batchAnswerSchema } from "@/lib/album/batch/schema";
import { feedQuerySchema, mediaPageSchema } from "@/lib/album/media/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "An album's items, in its order; an endless feed.",
  access: "member",
  keyScope: "read",
  params: idParams,
  query: feedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, params, query }) => listAlbumItems(actor, params.id, query),
});

export const POST = route({
  summary: "Adds up to 5,000 items to an album, at its end; adding again changes nothing.",
  access: "member",
  keyScope: "upload",
  params: idParams,
  body: albumItemsSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, params, body }) => addAlbumItems(actor, params.id, body.mediaIds),
});

export const DELETE = route({
  summary:
    "Takes up to 5,000 items out of an album, where the caller added them or can edit it; they stay in their months.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  body: albumItemsSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, params, body }) => removeAlbumItems(actor, params.id, body.mediaIds),
});
