import type { CSSProperties } from "react";
import { cn } from "@/components/ui/class-names";
import type { PrintedBook } from "@/lib/album/books/printed-book";
import { mediumUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import {
  displaySize,
  type Ink,
  inks,
  type PageItem,
  type PrintedPage,
  printedLineHeight,
} from "@/lib/shared/printed-page";

const mmPerPoint = 25.4 / 72;
// Paper stays white in dark mode too.
const colourOf = (ink: Ink) => `rgb(${inks[ink].join(" ")})`;

export interface PagePreviewProps {
  printed: PrintedBook;
  index: number;
  items: ReadonlyMap<string, MediaItemDto>;
  /** Large ones use the medium picture. */
  isLarge?: boolean;
  className?: string;
}

/** A page as it will be printed and cut, drawn by the browser from the album's own pictures. */
export function PagePreview({ printed, index, items, isLarge = false, className }: PagePreviewProps) {
  const page = printed.document.pages[index];
  if (!page) return null;
  const { width, height } = page;
  return (
    <div
      className={cn("relative overflow-hidden bg-white [container-type:inline-size]", className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {page.items.map((item, at) => (
        // Their order is what they are.
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two of them apart
        <DrawnItem key={at} item={item} page={page} printed={printed} items={items} isLarge={isLarge} />
      ))}
    </div>
  );
}

interface DrawnItemProps {
  item: PageItem;
  page: PrintedPage;
  printed: PrintedBook;
  items: ReadonlyMap<string, MediaItemDto>;
  isLarge: boolean;
}

function DrawnItem({ item, page, printed, items, isLarge }: DrawnItemProps) {
  const { left, top, width, height } = item.box;
  const place: CSSProperties = {
    left: `${(100 * left) / page.width}%`,
    top: `${(100 * top) / page.height}%`,
    width: `${(100 * width) / page.width}%`,
    height: `${(100 * height) / page.height}%`,
  };
  if (item.kind === "fill") {
    return (
      <div className="absolute" style={{ ...place, background: colourOf(item.ink), minHeight: "0.5px" }} />
    );
  }
  if (item.kind === "photo") {
    const placed = printed.photos[item.photo];
    const photo = placed && items.get(placed.mediaId);
    if (!photo) return null;
    const { x, y, width: wide, height: high } = placed.crop;
    return (
      <div className="absolute overflow-hidden" style={{ ...place, background: colourOf("line") }}>
        <img
          src={isLarge ? mediumUrl(photo) : thumbnailUrl(photo)}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute max-w-none"
          style={{
            width: `${100 / wide}%`,
            height: `${100 / high}%`,
            left: `${(-100 * x) / wide}%`,
            top: `${(-100 * y) / high}%`,
          }}
        />
      </div>
    );
  }
  const { text, size, ink = "dark", align = "left", from = "top", isTurned = false } = item;
  return (
    <div
      className={cn(
        "absolute flex overflow-hidden",
        from === "middle" ? "items-center" : "items-start",
        align === "center" ? "justify-center text-center" : align === "right" && "justify-end text-right",
        size >= displaySize && "font-display font-semibold",
      )}
      style={{
        ...place,
        color: colourOf(ink),
        lineHeight: printedLineHeight,
        fontSize: `${(100 * size * mmPerPoint) / page.width}cqw`,
        ...(isTurned ? { writingMode: "vertical-rl" } : {}),
      }}
    >
      <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
    </div>
  );
}
