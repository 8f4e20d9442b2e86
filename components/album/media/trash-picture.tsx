import { MediaPicture } from "@/components/album/media/media-picture";
import { PlayBadge } from "@/components/album/media/play-badge";
import { useTileChoice } from "@/components/album/selection/selection-context";
import { mediaAlt } from "@/lib/album/media/media-text";
import { trashThumbnailUrl } from "@/lib/album/media/picture-urls";
import type { TrashItemDto } from "@/lib/album/media/schema";

/** A picture in the trash. There is nothing to open, so a press selects it. */
export function TrashPicture({ item }: { item: TrashItemDto }) {
  const choice = useTileChoice(item.id);
  return (
    <button
      type="button"
      aria-pressed={choice === "chosen"}
      aria-label={`Select ${mediaAlt(item)}`}
      data-tile-check=""
      data-chosen={choice === "chosen" || undefined}
      className="relative block aspect-[4/3] w-full -outline-offset-3"
    >
      <MediaPicture item={item} src={trashThumbnailUrl(item.id)} />
      {item.mediaType === "video" && <PlayBadge isSmall />}
      <span aria-hidden="true" className="tile-check" data-is={choice === "chosen" ? "chosen" : "open"} />
    </button>
  );
}
