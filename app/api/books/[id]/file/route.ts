import { bookSchema } from "@/lib/album/books/schema";
import { bookFileResponse, cancelBookFile, makeBookFile } from "@/lib/album/books/server/download-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "A book's PDF for a printer, once it is made, with ranges.",
  access: "member",
  params: idParams,
  answer: "file",
  handler: ({ actor, params, request }) => bookFileResponse(request, actor, params.id),
});

export const POST = route({
  summary: "Begins to make a book's PDF, unless it is being made or is there.",
  access: "member",
  params: idParams,
  answer: bookSchema,
  status: 202,
  handler: ({ actor, params }) => makeBookFile(actor, params.id),
});

export const DELETE = route({
  summary: "Stops making a book's PDF.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await cancelBookFile(actor, params.id);
    return undefined;
  },
});
