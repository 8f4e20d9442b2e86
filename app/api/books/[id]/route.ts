import { bookSchema, updateBookSchema } from "@/lib/album/books/schema";
import { deleteBook, requireBook, updateBook } from "@/lib/album/books/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "A photo book or calendar with its pages, and the state of its PDF.",
  access: "member",
  params: idParams,
  answer: bookSchema,
  handler: ({ actor, params }) => requireBook(actor, params.id),
});

export const PATCH = route({
  summary: "Changes a book's words, pages, cover, format or who sees it, if it is still the version named.",
  access: "member",
  params: idParams,
  body: updateBookSchema,
  answer: bookSchema,
  handler: ({ actor, params, body }) => updateBook(actor, params.id, body),
});

export const DELETE = route({
  summary: "Deletes a book and its PDF; its photos stay in the album.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteBook(actor, params.id);
    return undefined;
  },
});
