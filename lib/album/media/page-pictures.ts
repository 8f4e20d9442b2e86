import { processWide } from "@/lib/shared/process-wide";

type Pictures = ReadonlyMap<string, string>;

// Next renders a page twice, on the server with its data and then as HTML, each with its own copy of this module. What
// a component gets as a property is sent twice too, in the HTML and as data for the browser: pictures are handed over
// here instead.
const pages = () => processWide("page-pictures", () => new Map<string, Pictures>());

/** If a page is never finished, its pictures don't stay forever. Pages that lose theirs have the browser fetch them. */
const maxPages = 100;

/** Keeps a page's pictures, data URLs by media id, while its HTML is made. @returns a function that forgets them */
export function holdPagePictures(pageKey: string, pictures: Pictures): () => void {
  const held = pages();
  const [oldest] = held.keys();
  if (held.size >= maxPages && oldest !== undefined) held.delete(oldest);
  held.set(pageKey, pictures);
  return () => void held.delete(pageKey);
}

/** The picture that a page's HTML carries; null in the browser, which has it in that HTML. */
export function pagePicture(pageKey: string | undefined, mediaId: string): string | null {
  if (typeof window !== "undefined" || !pageKey) return null;
  return pages().get(pageKey)?.get(mediaId) ?? null;
}
