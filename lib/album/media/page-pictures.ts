import { processWide } from "@/lib/shared/process-wide";

type Pictures = ReadonlyMap<string, string>;

// Next renders a page twice, on the server with its data and then as HTML, each with its own copy of this module. A
// component's props are sent twice too, in the HTML and as data for the browser, so pictures are passed through here
// instead.
const pages = () => processWide("page-pictures", () => new Map<string, Pictures>());

/** Limits what pages that are never finished leave behind. If a page loses its pictures, the browser fetches them. */
const maxPages = 100;

/** Holds a page's pictures, data URLs by media id, while its HTML is made. @returns a function that drops them */
export function holdPagePictures(pageKey: string, pictures: Pictures): () => void {
  const held = pages();
  const [oldest] = held.keys();
  if (held.size >= maxPages && oldest !== undefined) held.delete(oldest);
  held.set(pageKey, pictures);
  return () => void held.delete(pageKey);
}

/** The picture to embed in a page's HTML; null in the browser, which already has that HTML. */
export function pagePicture(pageKey: string | undefined, mediaId: string): string | null {
  if (typeof window !== "undefined" || !pageKey) return null;
  return pages().get(pageKey)?.get(mediaId) ?? null;
}
