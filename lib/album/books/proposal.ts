import { maxBookPages, maxPageCaption, maxPageHeading, monthsAYear } from "@/lib/album/books/limits";
import type { BookPage } from "@/lib/album/books/schema";

export interface ProposedPhoto {
  id: string;
  /** The heading that it appears under: a month or a year. */
  group: string;
  description: string;
  worth: number;
}

/** Photos per page of a group, after its first page with one photo: a rhythm, so that no two spreads look alike. */
const rhythm = [2, 3, 1, 4, 2, 3] as const;

/** A description without its hashtags, on one line. */
export const captionOf = (description: string): string =>
  description
    .replace(/(^|\s)#[\p{L}\p{N}_]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** The descriptions of a page's photos, as far as they fit. */
function captionFor(photos: readonly ProposedPhoto[]): string {
  let caption = "";
  for (const text of new Set(photos.map(({ description }) => captionOf(description)).filter(Boolean))) {
    const longer = caption ? `${caption} · ${text}` : text;
    if (longer.length <= maxPageCaption) caption = longer;
  }
  return caption;
}

const pageOf = (photos: readonly ProposedPhoto[], heading = ""): BookPage => ({
  layout: null,
  mediaIds: photos.map(({ id }) => id),
  heading: heading.slice(0, maxPageHeading),
  caption: captionFor(photos),
});

/** The pages of one group, in its order; its best photo opens it, with the heading. */
function pagesOfGroup(photos: readonly ProposedPhoto[], heading: string, begin: number): BookPage[] {
  const [first, ...others] = photos;
  if (!first) return [];
  const best = others.reduce((one, other) => (other.worth > one.worth ? other : one), first);
  const rest = photos.filter((photo) => photo !== best);
  const pages = [pageOf([best], heading)];
  for (let turn = begin; rest.length > 0; turn++) {
    const wanted = rhythm[turn % rhythm.length] ?? 2;
    // Takes one more rather than leave a single photo for the end.
    const taken = rest.length === wanted + 1 && wanted < 4 ? wanted + 1 : wanted;
    pages.push(pageOf(rest.splice(0, taken)));
  }
  return pages;
}

/** A book of these photos, in their order, month by month. */
export function proposePages(photos: readonly ProposedPhoto[]): BookPage[] {
  const groups = [...Map.groupBy(photos, ({ group }) => group)];
  const pages: BookPage[] = [];
  for (const [group, ofGroup] of groups) {
    pages.push(...pagesOfGroup(ofGroup, groups.length > 1 ? group : "", pages.length));
  }
  return pages.slice(0, maxBookPages);
}

/**
 * Shares of each month that add up to at most `most`: months with few photos keep all of theirs, and the others share
 * the rest equally.
 * @param counts the number of photos in each month
 */
export function shareAmong(counts: readonly number[], most: number): number[] {
  const shares = counts.map(() => 0);
  let left = most;
  while (left > 0) {
    const open = counts.flatMap((count, at) => (count > (shares[at] ?? 0) ? [at] : []));
    if (open.length === 0) break;
    for (const at of open.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
    left -= Math.min(left, open.length);
  }
  return shares;
}

/** A calendar's twelve pages. @param monthPhotos the photo of each month, from January on; null: none */
export const proposeCalendar = (monthPhotos: readonly (string | null)[]): BookPage[] =>
  Array.from({ length: monthsAYear }, (_, at) => {
    const id = monthPhotos[at];
    return { layout: null, mediaIds: id ? [id] : [], heading: "", caption: "" };
  });
