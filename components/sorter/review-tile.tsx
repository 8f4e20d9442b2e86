import { Check, FileQuestion, Film, ImageIcon, MessageSquareText } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, memo } from "react";
import { previewAddress } from "@/components/sorter/preview-address";
import { describeDate, refusalTexts } from "@/components/sorter/sorter-text";
import { cn } from "@/components/ui/class-names";
import type { ReviewItem } from "@/lib/sorter/review-item";

export interface ReviewTileProps {
  item: ReviewItem;
  isSelected: boolean;
  /** One tile is in the tab order; the arrow keys move to the others. */
  isTabStop: boolean;
  isDraggable: boolean;
  onPress: (id: string, event: MouseEvent) => void;
  onKey: (id: string, event: KeyboardEvent) => void;
  onLook: (id: string) => void;
  onFocus: (id: string) => void;
  onDragStart: (id: string) => void;
}

/** A thumbnail, or an icon and the name if there is none. */
export function TilePicture({ item }: { item: ReviewItem }) {
  const preview = item.facts?.preview;
  if (preview)
    return (
      <img
        src={previewAddress(preview)}
        alt=""
        decoding="async"
        draggable={false}
        className="size-full object-cover"
      />
    );
  const Icon = item.refusal ? FileQuestion : item.kind === "video" ? Film : ImageIcon;
  return (
    <span className="grid size-full content-center justify-items-center gap-1.5 px-2 text-ink-soft">
      <Icon aria-hidden="true" className="size-6 flex-none" strokeWidth={1.7} />
      <span className="line-clamp-2 w-full text-center text-step--1 leading-tight break-all">
        {item.name}
      </span>
    </span>
  );
}

/** The outline of an unselected mark; not a separate element, as hundreds are drawn while pictures are read. */
const emptyCircle =
  "after:absolute after:top-1.5 after:right-1.5 after:size-7 after:rounded-full after:border-2 after:border-white after:bg-black/25 after:shadow-1 after:content-['']";

function labelOf(item: ReviewItem): string {
  if (item.refusal) return `${item.name}. ${refusalTexts[item.refusal]}`;
  const failed = item.outcome?.state === "failed" ? `. ${item.outcome.error}` : "";
  return `${item.name}. ${describeDate(item)}${failed}`;
}

/** One file of the review; one press selects it, two open it. */
export const ReviewTile = memo(function ReviewTile(props: ReviewTileProps) {
  const { item, isSelected, isTabStop, isDraggable } = props;
  const { id } = item;
  const isLikely = !item.chosenMonth && item.facts?.taken?.confidence === "likely";
  const failure = item.outcome?.state === "failed";
  return (
    <button
      type="button"
      data-tile={id}
      aria-pressed={isSelected}
      aria-label={labelOf(item)}
      title={labelOf(item)}
      tabIndex={isTabStop ? 0 : -1}
      draggable={isDraggable}
      onClick={(event) => props.onPress(id, event)}
      onDoubleClick={() => props.onLook(id)}
      onKeyDown={(event) => props.onKey(id, event)}
      onFocus={() => props.onFocus(id)}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", item.name);
        event.dataTransfer.effectAllowed = "move";
        props.onDragStart(id);
      }}
      className={cn(
        "relative aspect-square w-full overflow-hidden rounded-2xl bg-sunk",
        isSelected ? "ring-4 ring-accent-strong" : emptyCircle,
        failure && !isSelected && "ring-2 ring-danger",
      )}
    >
      <TilePicture item={item} />
      {isLikely && (
        <span
          aria-hidden="true"
          className="absolute bottom-1.5 left-1.5 rounded-pill bg-honey-soft px-2 text-step--1 font-semibold text-ink"
        >
          likely
        </span>
      )}
      {item.description && (
        <span
          aria-hidden="true"
          className="absolute right-1.5 bottom-1.5 grid size-6 place-items-center rounded-full bg-card text-ink"
        >
          <MessageSquareText className="size-3.5" />
        </span>
      )}
      {item.kind === "video" && item.facts?.preview && (
        <Film aria-hidden="true" className="absolute top-1.5 left-1.5 size-5 text-white" />
      )}
      {isSelected && (
        <span
          aria-hidden="true"
          className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded-full border-2 border-white bg-accent-strong text-on-accent shadow-1"
        >
          <Check className="size-4" strokeWidth={3} />
        </span>
      )}
    </button>
  );
});
