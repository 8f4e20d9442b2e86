import { memo, type ReactNode, useDeferredValue } from "react";
import { thumbHashColor } from "@/components/media/thumb-hash";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { gridRatio, type JustifiedRow, type RowShape } from "@/lib/shared/justified-layout";

export interface JustifiedRowViewProps {
  row: JustifiedRow;
  items: readonly MediaItemDto[];
  shape: RowShape;
  renderTile: (item: MediaItemDto, index: number) => ReactNode;
  /** Comes into sight while the page is being scrolled: its tiles follow as soon as there is time for them. */
  isPassing?: boolean;
}

/** Stands for a tile that is scrolled by faster than pictures can be drawn. */
function TileColor({ item: { id, thumbHash } }: { item: MediaItemDto }) {
  const color = thumbHash ? thumbHashColor(thumbHash) : undefined;
  return (
    <div
      data-media-id={id}
      className="size-full rounded-xl bg-sunk md:rounded-2xl"
      style={color ? { backgroundColor: color } : undefined}
    />
  );
}

/** The list may be another one, with other pictures in other rows. */
function isSameRow(before: JustifiedRowViewProps, after: JustifiedRowViewProps): boolean {
  const { row } = after;
  if (before.row !== row || before.shape !== after.shape || before.renderTile !== after.renderTile)
    return false;
  for (let index = row.start; index < row.end; index++) {
    if (before.items[index] !== after.items[index]) return false;
  }
  return true;
}

/** A row whose heights follow from its width in CSS alone: the same on the server and in the browser. */
export const JustifiedRowView = memo(function JustifiedRowView({
  row,
  items,
  shape,
  renderTile,
  isPassing = false,
}: JustifiedRowViewProps) {
  const isFilled = useDeferredValue(true, !isPassing);
  const cells = [];
  for (let index = row.start; index < row.end; index++) {
    const item = items[index];
    if (!item) continue;
    const ratio = gridRatio(item, shape);
    cells.push(
      <div key={item.id} className="min-w-0" style={{ flex: `${ratio} ${ratio} 0px`, aspectRatio: ratio }}>
        {isFilled ? renderTile(item, index) : <TileColor item={item} />}
      </div>,
    );
  }
  return (
    <div className="flex gap-2">
      {cells}
      {row.emptyRatio > 0 && (
        <div aria-hidden="true" style={{ flex: `${row.emptyRatio} ${row.emptyRatio} 0px` }} />
      )}
    </div>
  );
}, isSameRow);

/** Pixels between pictures, both ways: gap-2. */
export const rowGap = 8;
