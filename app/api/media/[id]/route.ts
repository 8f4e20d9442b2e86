import { mediaDetailSchema, updateMediaSchema } from "@/lib/album/media/schema";
import { getMediaDetail } from "@/lib/album/media/server/browse-service";
import { deleteMedia, updateMedia } from "@/lib/album/media/server/service";
import { notFound } from "@/lib/http/errors";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "One item, with who hearted it.",
  access: "member",
  params: idParams,
  answer: mediaDetailSchema,
  handler: async ({ actor, params }) => {
    const detail = await getMediaDetail(actor, params.id);
    if (!detail) throw notFound();
    return detail;
  },
});

export const PATCH = route({
  summary: "Changes description, year or month; by the uploader or an admin.",
  access: "member",
  params: idParams,
  body: updateMediaSchema,
  answer: mediaDetailSchema,
  handler: ({ actor, params, body }) => updateMedia(actor, params.id, body),
});

export const DELETE = route({
  summary: "Moves an item to the trash, from where it can come back for 30 days.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteMedia(actor, params.id);
    return undefined;
  },
});
