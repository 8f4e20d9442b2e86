import { filmProposalSchema, filmQuery } from "@/lib/album/films/schema";
import { proposeFilm } from "@/lib/album/films/server/proposal-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What a film could be: its photos in their order, and others that could be in it.",
  access: "member",
  query: filmQuery,
  answer: filmProposalSchema,
  handler: ({ actor, query }) => proposeFilm(actor, query),
});
