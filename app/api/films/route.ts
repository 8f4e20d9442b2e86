import { createFilmSchema, filmSchema, filmsSchema } from "@/lib/album/films/schema";
import { createFilm, listFilms } from "@/lib/album/films/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The films that the caller has made in this family, the latest first.",
  access: "member",
  answer: filmsSchema,
  handler: ({ actor }) => listFilms(actor),
});

export const POST = route({
  summary: "Begins to make a film of the chosen photos; one of a family is made at a time.",
  access: "member",
  body: createFilmSchema,
  answer: filmSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createFilm(actor, body),
});
