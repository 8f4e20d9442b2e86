import { mediaDetailSchema, updateMediaSchema } from "@/lib/album/media/schema";
import { requireMediaDetail } from "@/lib/album/media/server/browse-service";
import { deleteMedia, updateMedia } from "@/lib/album/media/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "One item, with who hearted it.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: mediaDetailSchema,
  handler: ({ actor, params }) => requireMediaDetail(actor, params.id),
});

export const PATCH = route({
  summary: "Changes description, year or month; by the uploader or an admin.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  body: updateMediaSchema,
  answer: mediaDetailSchema,
  handler: ({ actor, params, body }) => updateMedia(actor, params.id, body),
});

export const DELETE = route({
  summary: "Moves an item to the trash, from where it can come back for 30 days.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteMedia(actor, params.id);
    return undefined;
  },
});
