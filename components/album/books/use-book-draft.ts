import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { bookKey, booksKey, getBook, updateBook } from "@/lib/album/books/client/queries";
import { type BookContent, type PrintedBook, printBook } from "@/lib/album/books/printed-book";
import type { BookDto, BookPage, UpdateBookInput } from "@/lib/album/books/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { ApiError, errorMessage } from "@/lib/http/api-error";

/** What a person can change in the editor. */
export type BookChange = Omit<UpdateBookInput, "version">;

const saveAfterMs = 700;
const noItems: readonly MediaItemDto[] = [];

export type SaveState = "saved" | "waiting" | "saving" | "conflict" | "failed";

/** A book being edited: every change is shown immediately, and saved when there is a pause. */
export function useBookDraft(book: BookDto) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(book);
  const [added, setAdded] = useState(noItems);
  const [state, setState] = useState<SaveState>("saved");
  const [error, setError] = useState<string | null>(null);
  const version = useRef(book.version);
  const pending = useRef<BookChange>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(Promise.resolve(true));

  async function send(): Promise<boolean> {
    const change = pending.current;
    if (Object.keys(change).length === 0) return true;
    pending.current = {};
    setState("saving");
    try {
      const saved = await updateBook(book.id, { ...change, version: version.current });
      version.current = saved.version;
      client.setQueryData(bookKey(book.id), saved);
      void client.invalidateQueries({ queryKey: booksKey, exact: true });
      setState(Object.keys(pending.current).length > 0 ? "waiting" : "saved");
      setError(null);
      return true;
    } catch (failure) {
      // Unsaved changes stay, to be sent again.
      pending.current = { ...change, ...pending.current };
      const isConflict = failure instanceof ApiError && failure.code === "book_changed";
      setState(isConflict ? "conflict" : "failed");
      setError(errorMessage(failure, "It couldn't be saved. Nothing is lost: please try again."));
      return false;
    }
  }

  /** Sends unsaved changes after any request in progress. @returns whether everything is saved */
  function save(): Promise<boolean> {
    clearTimeout(timer.current);
    running.current = running.current.then(send);
    return running.current;
  }

  function change(values: BookChange, items: readonly MediaItemDto[] = []): void {
    setDraft((before) => ({ ...before, ...(values as Partial<BookDto>) }));
    if (items.length > 0) setAdded((before) => [...before, ...items]);
    pending.current = { ...pending.current, ...values };
    setState("waiting");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), saveAfterMs);
  }

  /** Discards unsaved changes and loads the server's version. */
  async function reload(): Promise<void> {
    clearTimeout(timer.current);
    const latest = await getBook(book.id);
    pending.current = {};
    version.current = latest.version;
    client.setQueryData(bookKey(book.id), latest);
    setDraft(latest);
    setState("saved");
    setError(null);
  }

  // Until something is changed here, a later version is shown.
  useEffect(() => {
    if (state !== "saved" || book.version <= version.current) return;
    version.current = book.version;
    setDraft(book);
  }, [book, state]);

  // Saves the change even if someone leaves immediately.
  const lastSave = useRef(save);
  lastSave.current = save;
  useEffect(() => () => void lastSave.current(), []);

  const items = useMemo(
    () => new Map([...draft.items, ...added].map((item) => [item.id, item])),
    [draft.items, added],
  );
  const printed = useMemo(() => printDraft(draft, items), [draft, items]);
  return { draft, items, printed, state, error, change, save, reload };
}

/** The book as it would be printed. */
function printDraft(draft: BookDto, items: ReadonlyMap<string, MediaItemDto>): PrintedBook {
  const { coverId, pages } = draft;
  const first = pages.flatMap(({ mediaIds }) => mediaIds).find((id) => items.has(id));
  const content: BookContent = { ...draft, coverId: coverId ?? first ?? null };
  return printBook(content, (id) => {
    const item = items.get(id);
    if (!item?.width || !item.height) return undefined;
    return { width: item.width, height: item.height, faces: draft.faces[id] ?? null };
  });
}

export const emptyPage: BookPage = { layout: null, mediaIds: [], heading: "", caption: "" };
