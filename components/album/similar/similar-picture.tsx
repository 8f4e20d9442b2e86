import { Heart } from "lucide-react";
import { MediaPicture } from "@/components/album/media/media-picture";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/class-names";
import { usePreferences } from "@/components/ui/preferences";
import { mediaAlt } from "@/lib/album/media/media-text";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import { formatDay } from "@/lib/shared/day-text";
import { megabytes } from "@/lib/shared/megabytes";

export interface SimilarPictureProps {
  item: MediaItemDto;
  note: "Sharpest" | "Best copy" | null;
  isChosen: boolean;
  /** null if this person can't delete it. */
  onToggle: (() => void) | null;
}

/** One of several similar pictures: large enough to compare, with what sets them apart. */
export function SimilarPicture({ item, note, isChosen, onToggle }: SimilarPictureProps) {
  const { locale } = usePreferences();
  const pixels = item.width && item.height ? `${item.width} × ${item.height}` : null;
  const taken = item.takenAt
    ? `${formatDay(new Date(`${item.takenAt}Z`), "UTC", locale)}, ${item.takenAt.slice(11, 19)}`
    : item.uploadedBy
      ? `Added by ${item.uploadedBy.name}`
      : null;
  return (
    <li className="flex min-w-0 flex-col">
      <div
        className={cn(
          "relative aspect-square overflow-hidden rounded-2xl bg-sunk",
          isChosen && "opacity-55 transition-opacity",
        )}
      >
        <MediaPicture item={item} src={mediumUrl(item)} className="[&_img]:object-contain" />
        {note && (
          <Badge tone="leaf" className="absolute top-2 left-2">
            {note}
          </Badge>
        )}
      </div>
      <p className="mt-2 flex items-center gap-1.5 text-step--1 font-semibold">
        <Heart
          aria-hidden="true"
          className={cn("size-4 flex-none text-accent-strong", item.isHearted && "fill-current")}
        />
        {counted(item.heartCount, "heart")}
      </p>
      <p className="text-step--1 text-ink-soft">
        {[pixels, megabytes(item.bytes)].filter(Boolean).join(" · ")}
      </p>
      {taken && <p className="text-step--1 wrap-anywhere text-ink-soft">{taken}</p>}
      {onToggle ? (
        <label className="mt-auto flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={onToggle}
            aria-label={`Move to the trash: ${mediaAlt(item)}`}
            className="size-5 flex-none accent-accent-strong"
          />
          Move to the trash
        </label>
      ) : (
        <p className="mt-auto py-2.5 text-step--1 text-ink-faint">
          Only the uploader or an admin can delete it.
        </p>
      )}
    </li>
  );
}
