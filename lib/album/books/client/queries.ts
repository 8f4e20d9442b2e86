import { queryOptions } from "@tanstack/react-query";
import type { BookDto, BookListDto, CreateBookInput, UpdateBookInput } from "@/lib/album/books/schema";
import { apiRequest } from "@/lib/http/api-client";

export const booksPath = "/books";
export const bookPath = (id: string) => `${booksPath}/${id}`;
export const booksKey = ["books"] as const;
export const bookKey = (id: string) => ["books", id] as const;

export const listBooks = (): Promise<BookListDto> => apiRequest("GET", "/api/books");
export const getBook = (id: string): Promise<BookDto> => apiRequest("GET", `/api/books/${id}`);
const whileMakingMs = 1_000;
export const booksOptions = () => queryOptions({ queryKey: booksKey, queryFn: listBooks });
/** Refetches while its PDF is being made. */
export const bookOptions = (id: string) =>
  queryOptions({
    queryKey: bookKey(id),
    queryFn: () => getBook(id),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.file.state === "making" ? whileMakingMs : false),
  });

/** @param key the same for every attempt, so that a retry after a lost response creates no second book */
export const createBook = (input: CreateBookInput, key: string): Promise<BookDto> =>
  apiRequest("POST", "/api/books", input, { headers: { "Idempotency-Key": key } });
export const updateBook = (id: string, input: UpdateBookInput): Promise<BookDto> =>
  apiRequest("PATCH", `/api/books/${id}`, input);
export const deleteBook = (id: string): Promise<unknown> => apiRequest("DELETE", `/api/books/${id}`);
export const makeBookFile = (id: string): Promise<BookDto> => apiRequest("POST", `/api/books/${id}/file`);
export const cancelBookFile = (id: string): Promise<unknown> => apiRequest("DELETE", `/api/books/${id}/file`);
