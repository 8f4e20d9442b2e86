import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react";
import { type Drag, useArrangeDrag } from "@/components/album/albums/arrange-drag";
import { movedTo, useArrangedItems } from "@/components/album/albums/use-arranged-items";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** The item picked up by keyboard or press, and the order before. */
interface Picked {
  id: string;
  before: readonly MediaItemDto[];
}

/** The number of tiles in a row of the list. */
const columnsOf = (list: HTMLElement | null) =>
  list ? getComputedStyle(list).gridTemplateColumns.split(" ").length : 1;

/** The position a key leads to from another; null for other keys. */
function placeAfter(key: string, place: number, columns: number, count: number): number | null {
  const places: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: 0,
    End: count - 1,
  };
  const wanted = places[key];
  return wanted === undefined ? null : Math.max(0, Math.min(count - 1, wanted));
}

const placeIn = (items: readonly MediaItemDto[], id: string) => items.findIndex((item) => item.id === id);

function pressedId({ target }: KeyboardEvent | MouseEvent): string {
  const tile = target instanceof Element ? target.closest<HTMLElement>("[data-arranged]") : null;
  return tile?.dataset.arranged ?? "";
}

/** Arranging an album's items by dragging, by pressing one and then another, and by keyboard. */
export function useArranging(albumId: string, list: RefObject<HTMLElement | null>, onClose: () => void) {
  const { items, isFailed, reload, show, save } = useArrangedItems(albumId);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [announced, setAnnounced] = useState("");
  const drag = useArrangeDrag(list, drop);
  const shown = items ?? [];

  function moveTo(id: string, place: number) {
    const arranged = movedTo(shown, id, place);
    show(arranged);
    save(arranged, id);
    setAnnounced(`Moved to place ${place + 1} of ${shown.length}.`);
  }

  function drop({ id, gap }: Drag) {
    const from = placeIn(shown, id);
    const place = gap > from ? gap - 1 : gap;
    if (from >= 0 && place !== from) moveTo(id, place);
  }

  function pickUp(id: string, hint: string) {
    setPicked({ id, before: shown });
    setAnnounced(`Picked up, place ${placeIn(shown, id) + 1} of ${shown.length}. ${hint}`);
  }

  function putDown({ id, before }: Picked) {
    const place = placeIn(shown, id);
    if (place !== placeIn(before, id)) save(shown, id);
    setPicked(null);
    setAnnounced(`Put down at place ${place + 1} of ${shown.length}.`);
  }

  function onClick(event: MouseEvent) {
    const id = pressedId(event);
    if (!id) return;
    if (!picked) return pickUp(id, "Press the photo whose place it should take.");
    if (picked.id === id) return putDown(picked);
    setPicked(null);
    moveTo(picked.id, placeIn(shown, id));
  }

  function onEscape() {
    if (!picked) return onClose();
    show(picked.before);
    setPicked(null);
    setAnnounced("Back where it was.");
  }

  function onArrow(place: number) {
    if (picked) {
      show(movedTo(shown, picked.id, place));
      setAnnounced(`Place ${place + 1} of ${shown.length}.`);
    } else {
      list.current?.querySelectorAll<HTMLElement>("[data-arranged] button")[place]?.focus();
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const id = pressedId(event);
    if (!id) return;
    if (event.key === "Tab") return picked ? putDown(picked) : undefined;
    const place = placeAfter(event.key, placeIn(shown, id), columnsOf(list.current), shown.length);
    if (place !== null) onArrow(place);
    else if (event.key === "Escape") onEscape();
    else if (event.key !== " " && event.key !== "Enter") return;
    else if (picked) putDown(picked);
    else pickUp(id, "Move it with the arrow keys.");
    // Nor does the key press the button.
    event.preventDefault();
  }

  return {
    items,
    shown,
    isFailed,
    reload,
    pickedId: picked?.id ?? null,
    drag,
    announced,
    onClick,
    onKeyDown,
  };
}
