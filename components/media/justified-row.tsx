import type { ReactNode } from "react";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { gridRatio, type JustifiedRow, type RowShape } from "@/lib/shared/justified-layout";

export interface JustifiedRowViewProps {
  row: JustifiedRow;
  items: readonly MediaItemDto[];
  shape: RowShape;
  renderTile: (item: MediaItemDto, index: number) => ReactNode;
}

/** A row whose heights follow from its width in CSS alone: the same on the server and in the browser. */
export function JustifiedRowView({ row, items, shape, renderTile }: JustifiedRowViewProps) {
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
}

/** Pixels between pictures, both ways: gap-2. */
export const rowGap = 8;
