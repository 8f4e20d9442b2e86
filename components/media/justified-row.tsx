import { memo, type ReactNode } from "react";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { gridRatio, type JustifiedRow, type RowShape } from "@/lib/shared/justified-layout";

export interface JustifiedRowViewProps {
  row: JustifiedRow;
  items: readonly MediaItemDto[];
  shape: RowShape;
  renderTile: (item: MediaItemDto, index: number) => ReactNode;
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
}: JustifiedRowViewProps) {
  const cells = [];
  for (let index = row.start; index < row.end; index++) {
    const item = items[index];
    if (!item) continue;
    const ratio = gridRatio(item, shape);
    cells.push(
      <div key={item.id} className="min-w-0" style={{ flex: `${ratio} ${ratio} 0px`, aspectRatio: ratio }}>
        {renderTile(item, index)}
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
