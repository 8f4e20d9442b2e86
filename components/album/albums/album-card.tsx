import Link from "next/link";
import { MediaPicture } from "@/components/album/media/media-picture";
import { cn } from "@/components/ui/class-names";
import { LineDrawing } from "@/components/ui/line-drawing";
import { describeSpan } from "@/lib/album/albums/album-text";
import { albumPath } from "@/lib/album/albums/client/queries";
import type { AlbumDto } from "@/lib/album/albums/schema";
import { mediumUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import { counted } from "@/lib/shared/counted";

export interface AlbumCardProps {
  album: AlbumDto;
  /** Small covers use the thumbnail. */
  isSmall?: boolean;
  isEager?: boolean;
  className?: string;
}

/** An album's cover, title, count and months; the whole card is a link to it. */
export function AlbumCard({ album, isSmall = false, isEager = false, className }: AlbumCardProps) {
  const { id, title, cover, itemCount } = album;
  const span = describeSpan(album);
  return (
    <Link
      href={albumPath(id)}
      prefetch={false}
      className={cn("group/album block min-w-0 rounded-2xl", className)}
    >
      <span className="block aspect-[4/3] overflow-hidden rounded-2xl bg-accent-soft">
        {cover ? (
          <MediaPicture
            item={cover}
            src={isSmall ? thumbnailUrl(cover) : mediumUrl(cover)}
            alt=""
            isEager={isEager}
            className="transition-[filter] duration-200 group-hover/album:brightness-94"
          />
        ) : (
          <span className="grid size-full place-items-center text-accent-strong">
            <LineDrawing name="album" className="size-16" />
          </span>
        )}
      </span>
      <bdi
        className={cn(
          "mt-2.5 line-clamp-2 block font-display leading-snug font-[560] wrap-anywhere group-hover/album:underline",
          isSmall ? "text-step-0" : "text-step-1",
        )}
      >
        {title}
      </bdi>
      <span className="mt-0.5 block text-step--1 text-ink-soft">
        {itemCount === 0 ? "Empty" : counted(itemCount, "item")}
        {span && <span className="block">{span}</span>}
      </span>
    </Link>
  );
}
