import { filmParams, filmSchema } from "@/lib/album/films/schema";
import { deleteFilm, getFilm } from "@/lib/album/films/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "One of the caller's films, with its progress.",
  access: "member",
  params: filmParams,
  answer: filmSchema,
  handler: ({ actor, params }) => getFilm(actor, params.id),
});

export const DELETE = route({
  summary: "Removes one of the caller's films, or stops making it.",
  access: "member",
  params: filmParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteFilm(actor, params.id);
    return undefined;
  },
});
