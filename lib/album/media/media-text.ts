import type { MediaItemDto } from "@/lib/album/media/schema";
import { type FiledMonth, formatMonth, unknownMonth } from "@/lib/shared/months";
import { isRaw } from "@/lib/shared/raw-photo";

type Described = FiledMonth & Pick<MediaItemDto, "mediaType" | "description" | "uploadedBy">;

/** The text a screen reader speaks for an item: its description, never its file name. */
export function mediaAlt(item: Described): string {
  const description = item.description.replace(/\s+/g, " ").trim();
  if (description) return item.mediaType === "video" ? `Video: ${description}` : description;
  const isYear = item.month === unknownMonth && (item.yearPrecision ?? "exact") === "exact";
  const when = isYear ? item.year : formatMonth(item);
  const by = item.uploadedBy ? ` by ${item.uploadedBy.name}` : "";
  return `${item.mediaType === "video" ? "Video" : "Photo"} from ${when}${by}`;
}

/** Short enough for a page's title. */
export function mediaTitle(item: Described): string {
  const alt = mediaAlt(item);
  return alt.length > 60 ? `${alt.slice(0, 59).trimEnd()}…` : alt;
}

/** Explains why a photo or clip has no picture. */
export function missingPreviewText(item: Pick<MediaItemDto, "mimeType">): string {
  return isRaw(item) ? "This RAW photo has no preview we can show." : "The preview could not be made.";
}
