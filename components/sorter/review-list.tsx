import { measureElement, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useWindowedArea } from "@/components/media/use-windowed-area";
import { type ReviewRow, reviewRows, type Section } from "@/components/sorter/review-rows";
import { ReviewTile, TilePicture } from "@/components/sorter/review-tile";
import { SectionHeading, type SectionHeadingProps } from "@/components/sorter/section-heading";
import { useLatest } from "@/components/sorter/use-latest";
import type { Selection } from "@/components/sorter/use-selection";
import { cn } from "@/components/ui/class-names";
import type { Arrangement } from "@/lib/features/sorter/arrange";
import type { ReviewItem } from "@/lib/features/sorter/review-item";

type Actions = Pick<SectionHeadingProps, "onDescribe" | "onFile" | "onMove" | "onDecide">;

export interface ReviewListProps extends Actions {
  sections: readonly Section[];
  placed: Arrangement;
  items: ReadonlyMap<string, ReviewItem>;
  selection: Selection;
  isBusy: boolean;
  onLook: (id: string) => void;
  /** Scrolls there whenever it changes. */
  goTo: { key: string } | null;
}

const gap = 8;
const columnsOf = (width: number) => Math.max(3, Math.floor(width / 148));
const usualHeadingHeight = 92;

const steps: Record<string, (columns: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

/** All of the review, however long: only the rows about the window are in the document. */
export function ReviewList(props: ReviewListProps) {
  const { sections, placed, items, selection, isBusy, goTo } = props;
  const list = useRef<HTMLDivElement>(null);
  const area = useWindowedArea(list, "after paint");
  const columns = columnsOf(area?.width ?? 390);
  const rows = useMemo(() => reviewRows(sections, placed, columns), [sections, placed, columns]);
  const order = useMemo(() => rows.flatMap((row) => (row.kind === "tiles" ? row.ids : [])), [rows]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [overKey, setOverKey] = useState<string | null>(null);
  const tabStop = useMemo(
    () => (focusedId && order.includes(focusedId) ? focusedId : order[0]),
    [focusedId, order],
  );
  const tileHeight = ((area?.width ?? 390) - gap * (columns - 1)) / columns;

  // Rows of tiles have a known height, and headings tell theirs once they are laid out: to ask for it at once would
  // have the page laid out within the task that draws it. A new one will be as high as the last of its kind.
  const headings = useRef(new Map<string, number>());
  const heightOf = (row: ReviewRow | undefined) => {
    if (row?.kind === "tiles") return tileHeight + gap;
    const known = headings.current;
    return known.get(row?.key ?? "") ?? known.get(row?.section.kind ?? "") ?? usualHeadingHeight;
  };

  const virtualizer = useWindowVirtualizer({
    count: area ? rows.length : 0,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => heightOf(rows[index]),
    measureElement: (element, entry, instance) => {
      const row = rows[instance.indexFromElement(element)];
      if (entry && row) {
        const height = measureElement(element, entry, instance);
        headings.current.set(row.key, height).set(row.section.kind, height);
      }
      return heightOf(row);
    },
    overscan: 4,
    scrollMargin: area?.top ?? 0,
    scrollPaddingStart: 90,
    scrollPaddingEnd: 170,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width decides the sizes
  useEffect(() => virtualizer.measure(), [virtualizer, tileHeight]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a wish to go somewhere scrolls
  useEffect(() => {
    const index = goTo ? rows.findIndex(({ key }) => key === goTo.key) : -1;
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "start" });
  }, [goTo]);

  function focusTile(id: string) {
    setFocusedId(id);
    const index = rows.findIndex((row) => row.kind === "tiles" && row.ids.includes(id));
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "auto" });
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)?.focus(),
    );
  }

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
    if (isOnlyShown) return props.onLook(id);
    if (event.shiftKey) selection.extendTo(id, order);
    else selection.toggle(id);
  });
  const onLook = useLatest(props.onLook);
  const onDragStart = useLatest((id: string) => {
    if (!selection.ids.has(id)) selection.set([id]);
  });

  /** Only months can be dropped on: the rest is what the pictures are, not where they go. */
  const dropOn = (section: Section) =>
    section.kind !== "month" || isBusy
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            if (event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOverKey(section.key);
          },
          onDragLeave: () => setOverKey(null),
          onDrop: (event: DragEvent) => {
            if (event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOverKey(null);
            props.onFile([...selection.ids], section.group);
          },
        };

  const tile = (id: string, section: Section) => {
    const item = items.get(id);
    return (
      item && (
        <ReviewTile
          key={id}
          item={item}
          isSelected={selection.ids.has(id)}
          isTabStop={id === tabStop}
          isDraggable={!isBusy && (section.kind === "month" || section.kind === "doubt")}
          onPress={onPress}
          onKey={onKey}
          onLook={onLook}
          onFocus={setFocusedId}
          onDragStart={onDragStart}
        />
      )
    );
  };

  const content = (row: ReviewRow) => {
    if (row.kind === "section") {
      const { section } = row;
      const areAllSelected = section.ids.every((id) => selection.ids.has(id));
      return (
        <SectionHeading
          section={section}
          items={items}
          areAllSelected={areAllSelected}
          isBusy={isBusy}
          onSelectAll={(isOn) => {
            const all = new Set(selection.ids);
            for (const id of section.ids) isOn ? all.add(id) : all.delete(id);
            selection.set(all);
          }}
          onDescribe={props.onDescribe}
          onFile={props.onFile}
          onMove={props.onMove}
          onDecide={props.onDecide}
        />
      );
    }
    const lead = row.lead ? items.get(row.lead) : null;
    return (
      <div className="grid gap-2 pb-2" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {lead && <PickedTile item={lead} onLook={props.onLook} />}
        {row.ids.map((id) => tile(id, row.section))}
      </div>
    );
  };

  return (
    <div ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {area &&
        virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={row.kind === "section" ? virtualizer.measureElement : undefined}
                data-index={index}
                className={cn(
                  "absolute inset-x-0 top-0 rounded-2xl",
                  overKey === row.section.key && "bg-accent-soft",
                )}
                style={{ transform: `translateY(${start - area.top}px)` }}
                {...dropOn(row.section)}
              >
                {content(row)}
              </div>
            )
          );
        })}
    </div>
  );
}

/** The one of a set that was picked, beside those that stay behind. */
function PickedTile({ item, onLook }: { item: ReviewItem; onLook: (id: string) => void }) {
  return (
    <button
      type="button"
      aria-label={`Picked: ${item.name}. Look at it`}
      onClick={() => onLook(item.id)}
      className="relative aspect-square w-full overflow-hidden rounded-2xl bg-sunk ring-4 ring-leaf ring-inset"
    >
      <TilePicture item={item} />
      <span
        aria-hidden="true"
        className="absolute bottom-1.5 left-1.5 rounded-pill bg-leaf-soft px-2.5 text-step--1 font-semibold text-ink"
      >
        Picked
      </span>
    </button>
  );
}
