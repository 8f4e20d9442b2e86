import { bookListSchema, bookSchema, createBookSchema } from "@/lib/album/books/schema";
import { createBook, listBooks } from "@/lib/album/books/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The caller's photo books and calendars and those shared with the family, and what suits the day.",
  access: "member",
  answer: bookListSchema,
  handler: ({ actor }) => listBooks(actor),
});

export const POST = route({
  summary: "Proposes a photo book of a year, month, album, person or selection, or a year's calendar.",
  access: "member",
  body: createBookSchema,
  answer: bookSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createBook(actor, body),
});
