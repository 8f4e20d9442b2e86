import type { BookDto, BookListDto } from "@/lib/album/books/schema";
import { runBook } from "@/lib/album/books/server/making-service";
import { db, type Prisma } from "@/lib/db";
import { call } from "@/tests/support/call";
import { type FamilyPerson, type Person, storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

export type BookAnswer = BookDto & { code?: string; field?: string };

export const bookCall = <Answer = BookAnswer>(
  { cookie }: Pick<Person, "cookie">,
  method: string,
  path = "",
  json?: object,
) => call<Answer>(method, `/api/books${path}`, { cookie, ...(json ? { json } : {}) });

export const listBooks = async (person: Pick<Person, "cookie">): Promise<BookListDto> =>
  (await bookCall<BookListDto>(person, "GET")).body;

type BookValues = Partial<Prisma.BookUncheckedCreateInput>;

/** A book created by this person, with each of these photos on its own page. */
export async function storeBook(
  { familyId, userId }: FamilyPerson,
  values: BookValues = {},
  mediaIds: readonly string[] = [],
): Promise<string> {
  const pages = mediaIds.map((id) => ({ layout: null, mediaIds: [id], heading: "", caption: "" }));
  const data = {
    familyId,
    makerId: userId,
    kind: "book",
    format: "square",
    title: "Our year",
    pages,
  } as const;
  const { id } = await db.book.create({ data: { ...data, ...values }, select: { id: true } });
  return id;
}

/** Its PDF, made as the worker does it. */
export async function madeBook(person: Person, id: string): Promise<BookAnswer> {
  const { status, body } = await bookCall(person, "POST", `/${id}/file`);
  if (status !== 202) throw new Error(`No PDF was begun: ${status} ${JSON.stringify(body)}`);
  await runBook(id, 1);
  return (await bookCall(person, "GET", `/${id}`)).body;
}

const at = encodeURIComponent;
const target = (owner: FamilyPerson) => storeBook(owner);

async function withFile(owner: FamilyPerson): Promise<string> {
  const id = await storeBook(owner);
  await madeBook(owner, id);
  return id;
}

/** Valid requests for the calls about photo books and calendars. */
export const bookCalls: Record<string, SampleCall> = {
  "GET /api/books": { request: () => ({ path: "/api/books" }), status: 200 },
  "POST /api/books": {
    target: async (owner) => (await storeMedia(owner, { hasFiles: false, width: 400, height: 300 })).id,
    request: (id) => ({
      path: "/api/books",
      json: { kind: "book", format: "square", source: { mediaIds: [id] } },
    }),
    status: 201,
  },
  "GET /api/books/{id}": { target, request: (id) => ({ path: `/api/books/${at(id)}` }), status: 200 },
  "PATCH /api/books/{id}": {
    target,
    request: (id) => ({ path: `/api/books/${at(id)}`, json: { version: 1, title: "The best year" } }),
    status: 200,
  },
  "DELETE /api/books/{id}": { target, request: (id) => ({ path: `/api/books/${at(id)}` }), status: 204 },
  "GET /api/books/{id}/file": {
    target: withFile,
    request: (id) => ({ path: `/api/books/${at(id)}/file` }),
    status: 200,
  },
  "POST /api/books/{id}/file": {
    target,
    request: (id) => ({ path: `/api/books/${at(id)}/file` }),
    status: 202,
  },
  "DELETE /api/books/{id}/file": {
    target,
    request: (id) => ({ path: `/api/books/${at(id)}/file` }),
    status: 204,
  },
};
