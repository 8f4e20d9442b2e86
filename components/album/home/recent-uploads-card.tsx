"use client";

import { Heart } from "lucide-react";
import Link from "next/link";
import type { CSSProperties } from "react";
import { bareOnPhone } from "@/components/album/home/bare-on-phone";
import { UpgradingPicture } from "@/components/album/home/upgrading-picture";
import { PlayBadge } from "@/components/album/media/play-badge";
import { TileChip } from "@/components/album/media/tile-chip";
import { rememberOrigin } from "@/components/album/media/viewer-origin";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/class-names";
import { openRecentPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import { gridRatio } from "@/lib/shared/justified-layout";

const shape = { rowRatio: 5, narrowest: 0.7, widest: 1.8 };

export interface RecentUploadsCardProps {
  latest: readonly MediaItemDto[];
  /** Places to fill (specification 9.5). */
  places: number;
  /** Identifies the pictures included in the page's HTML. */
  pageKey?: string | undefined;
}

/** The latest items, as many as fit; grey placeholders fill the rest (specification 2.4). */
export function RecentUploadsCard({ latest, places, pageKey }: RecentUploadsCardProps) {
  const shown = latest.slice(0, places);
  const missing = Array.from({ length: Math.max(0, places - shown.length) }, (_, index) => index);
  // Declared on the list, so that the first pictures are drawn in place before the last ones are parsed.
  const columns = [...shown.map((item) => gridRatio(item, shape)), ...missing.map(() => 1)];
  return (
    <Card aria-labelledby="recent-uploads" className={cn("relative", bareOnPhone)}>
      <div className="mb-3.5 flex min-h-7 items-center justify-between gap-4">
        <h2 id="recent-uploads">Recent Uploads</h2>
        {/* The whole card links to the list; each picture links to the list with that picture open. */}
        <Link
          href="/recent-uploads"
          className="text-link after:absolute after:inset-0 after:z-1 md:after:rounded-3xl"
        >
          See all
        </Link>
      </div>
      <div
        className="grid grid-cols-2 gap-[3px] max-md:-mx-3.5 md:grid-cols-(--columns)"
        style={{ "--columns": columns.map((ratio) => `minmax(0, ${ratio}fr)`).join(" ") } as CSSProperties}
      >
        {shown.map((item) => (
          <Link
            key={item.id}
            href={openRecentPath(item.id)}
            prefetch={false}
            onClick={(event) => rememberOrigin(event.currentTarget)}
            className="relative z-2 block h-[150px] overflow-hidden rounded-sm -outline-offset-3 md:h-[216px]"
          >
            <UpgradingPicture item={item} pageKey={pageKey} />
            {item.mediaType === "video" && item.derivatives !== "failed" && <PlayBadge />}
            {item.heartCount > 0 && (
              <TileChip className="bottom-2.5 left-2.5">
                <Heart aria-hidden="true" className={cn("size-[15px]", item.isHearted && "fill-current")} />
                <span aria-hidden="true">{item.heartCount}</span>
                <span className="sr-only">, {counted(item.heartCount, "heart")}</span>
              </TileChip>
            )}
          </Link>
        ))}
        {missing.map((place) => (
          <div key={place} aria-hidden="true" className="h-[150px] rounded-sm bg-sunk md:h-[216px]" />
        ))}
      </div>
    </Card>
  );
}
