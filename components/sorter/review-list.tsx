import { useEffect, useMemo, useRef, useState } from "react";
import { useWindowedArea } from "@/components/album/media/use-windowed-area";
import { type ReviewRow, reviewRows, type Section } from "@/components/sorter/review-rows";
import { ReviewTile, TilePicture } from "@/components/sorter/review-tile";
import { SectionHeading, type SectionHeadingProps } from "@/components/sorter/section-heading";
import { useMonthDrop } from "@/components/sorter/use-month-drop";
import { tileGap, useReviewWindow } from "@/components/sorter/use-review-window";
import type { Selection } from "@/components/sorter/use-selection";
import { useTileActions } from "@/components/sorter/use-tile-actions";
import { cn } from "@/components/ui/class-names";
import type { Arrangement } from "@/lib/sorter/arrange";
import type { ReviewItem } from "@/lib/sorter/review-item";

type Actions = Pick<SectionHeadingProps, "onDescribe" | "onFile" | "onMove" | "onDecide">;

export interface ReviewListProps extends Actions {
  sections: readonly Section[];
  placed: Arrangement;
  items: ReadonlyMap<string, ReviewItem>;
  selection: Selection;
  isBusy: boolean;
  onLook: (id: string) => void;
  /** Scrolls to this key whenever it changes. */
  goTo: { key: string } | null;
}

const columnsOf = (width: number) => Math.max(3, Math.floor(width / 148));

/** The whole review, of any length: only the rows near the viewport are in the document. */
export function ReviewList(props: ReviewListProps) {
  const { sections, placed, items, selection, isBusy, goTo } = props;
  const list = useRef<HTMLDivElement>(null);
  const area = useWindowedArea(list, "after paint");
  const columns = columnsOf(area?.width ?? 390);
  const rows = useMemo(() => reviewRows(sections, placed, columns), [sections, placed, columns]);
  const order = useMemo(() => rows.flatMap((row) => (row.kind === "tiles" ? row.ids : [])), [rows]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const { overKey, dropOn } = useMonthDrop(isBusy, (group) => props.onFile([...selection.ids], group));
  const tabStop = useMemo(
    () => (focusedId && order.includes(focusedId) ? focusedId : order[0]),
    [focusedId, order],
  );
  const tileHeight = ((area?.width ?? 390) - tileGap * (columns - 1)) / columns;

  const virtualizer = useReviewWindow(rows, tileHeight, area?.top ?? null);

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

  const tileActions = useTileActions({ items, selection, order, columns, focusTile, onLook: props.onLook });

  const tile = (id: string, section: Section) => {
    const item = items.get(id);
    return (
      item && (
        <ReviewTile
          key={id}
          item={item}
          isSelected={selection.ids.has(id)}
          isTabStop={id === tabStop}
          isDraggable={!isBusy && (section.kind === "month" || section.kind === "uncertain")}
          onFocus={setFocusedId}
          {...tileActions}
        />
      )
    );
  };

  const content = (row: ReviewRow) => {
    if (row.kind === "section") return <SectionRow {...props} section={row.section} />;
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

function SectionRow({
  section,
  selection,
  ...heading
}: { section: Section } & Pick<ReviewListProps, keyof Actions | "items" | "isBusy" | "selection">) {
  function selectAll(isOn: boolean) {
    const all = new Set(selection.ids);
    for (const id of section.ids) isOn ? all.add(id) : all.delete(id);
    selection.set(all);
  }
  return (
    <SectionHeading
      section={section}
      items={heading.items}
      areAllSelected={section.ids.every((id) => selection.ids.has(id))}
      isBusy={heading.isBusy}
      onSelectAll={selectAll}
      onDescribe={heading.onDescribe}
      onFile={heading.onFile}
      onMove={heading.onMove}
      onDecide={heading.onDecide}
    />
  );
}

/** The picked photo of a set, beside those left out. */
function PickedTile({ item, onLook }: { item: ReviewItem; onLook: (id: string) => void }) {
  return (
    <button
      type="button"
      aria-label={`Picked: ${item.name}. View it`}
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
