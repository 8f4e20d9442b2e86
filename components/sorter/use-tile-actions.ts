import type { KeyboardEvent, MouseEvent } from "react";
import type { Selection } from "@/components/sorter/use-selection";
import { useLatest } from "@/components/ui/use-latest";
import type { ReviewItem } from "@/lib/sorter/review-item";

const steps: Record<string, (columns: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

export interface TileActionsOptions {
  items: ReadonlyMap<string, ReviewItem>;
  selection: Selection;
  /** All tiles, in reading order. */
  order: readonly string[];
  columns: number;
  focusTile: (id: string) => void;
  onLook: (id: string) => void;
}

/** A review tile's response to presses, drags and keys. The functions are stable. */
export function useTileActions({
  items,
  selection,
  order,
  columns,
  focusTile,
  onLook: look,
}: TileActionsOptions) {
  const onKey = useLatest((id: string, event: KeyboardEvent) => {
    if (event.key === "Escape") return selection.clear();
    const step = steps[event.key]?.(columns);
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = order[Math.max(0, Math.min(order.length - 1, order.indexOf(id) + step))];
    if (!next) return;
    if (event.shiftKey) selection.extendTo(next, order);
    focusTile(next);
  });

  const onPress = useLatest((id: string, event: MouseEvent) => {
    const item = items.get(id);
    const isOnlyShown = !item || item.refusal || item.known || item.outcome?.state === "uploaded";
    if (isOnlyShown) return look(id);
    if (event.shiftKey) selection.extendTo(id, order);
    else selection.toggle(id);
  });
  const onLook = useLatest(look);
  const onDragStart = useLatest((id: string) => {
    if (!selection.ids.has(id)) selection.set([id]);
  });

  return { onKey, onPress, onLook, onDragStart };
}
