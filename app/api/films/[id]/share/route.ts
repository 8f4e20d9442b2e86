import { filmParams } from "@/lib/album/films/schema";
import { shareFilm } from "@/lib/album/films/server/service";
import { mediaItemSchema } from "@/lib/album/media/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Puts one of the caller's films into the album; repeating it returns the same video.",
  access: "member",
  params: filmParams,
  answer: mediaItemSchema,
  handler: ({ actor, params }) => shareFilm(actor, params.id),
});
