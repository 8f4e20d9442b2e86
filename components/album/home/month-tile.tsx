import Link from "next/link";
import type { CSSProperties } from "react";
import { MediaPicture } from "@/components/album/media/media-picture";
import { thumbHashColor } from "@/components/album/media/thumb-hash";
import { MonthIcon } from "@/components/album/month-icons/month-icon";
import { cn } from "@/components/ui/class-names";
import { monthPath, thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto, MonthSummaryDto } from "@/lib/album/media/schema";
import { counted, numberText } from "@/lib/shared/counted";
import { monthIconLabels } from "@/lib/shared/month-icons";
import { formatMonth, shortMonthName } from "@/lib/shared/months";

export interface MonthTileProps {
  year: number;
  summary: MonthSummaryDto;
  isCurrent: boolean;
}

/** The picture's own colour, dark enough for white text to be readable whatever the picture shows. */
function shadeOf(cover: MediaItemDto | null): string {
  const color = cover?.thumbHash ? thumbHashColor(cover.thumbHash) : undefined;
  return `color-mix(in srgb, ${color ?? "rgb(90 30 60)"} 30%, rgb(0 0 0 / 0.95))`;
}

/** A month in the grid: its cover, name, count and icon, and a ring around the current one (specification 2.4). */
export function MonthTile({
  year,
  summary: { month, itemCount, cover, iconName },
  isCurrent,
}: MonthTileProps) {
  return (
    <Link
      href={monthPath(year, month)}
      prefetch={false}
      aria-label={[
        formatMonth({ year, month }),
        counted(itemCount, "item"),
        ...(iconName ? [monthIconLabels[iconName]] : []),
        ...(isCurrent ? ["this month"] : []),
      ].join(", ")}
      className={cn(
        "group relative block aspect-[1/1.06] overflow-hidden rounded-xl bg-linear-160 from-accent-soft to-accent text-white focus-visible:outline-4",
        isCurrent && "outline-3 outline-offset-2 outline-accent",
      )}
    >
      {cover && (
        <MediaPicture
          item={cover}
          src={thumbnailUrl(cover)}
          alt=""
          failed={<span className="block size-full" />}
          className="bg-transparent transition-transform duration-250 group-hover:scale-104"
        />
      )}
      <span
        aria-hidden="true"
        className="absolute inset-x-0 top-[40%] bottom-0 bg-linear-to-b from-transparent to-(--shade) to-85%"
        style={{ "--shade": shadeOf(cover) } as CSSProperties}
      />
      {iconName && (
        <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-card/92 text-accent-strong">
          <MonthIcon name={iconName} className="size-3.5" />
        </span>
      )}
      <span className="absolute inset-x-2.5 bottom-2 flex items-baseline justify-between gap-1">
        <span className="font-display text-[1.02rem] font-[560] [text-shadow:0_1px_8px_oklch(20%_0.05_350/0.7)]">
          {shortMonthName(month)}
        </span>
        <span className="text-[0.75rem] font-semibold [text-shadow:0_1px_6px_oklch(20%_0.05_350/0.8)]">
          {itemCount > 0 && numberText(itemCount)}
        </span>
      </span>
    </Link>
  );
}
