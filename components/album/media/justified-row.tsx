import { memo, type ReactNode } from "react";
import { thumbHashColor } from "@/components/album/media/thumb-hash";
import { useTurn } from "@/components/album/media/use-turn";
import type { MediaPlace } from "@/lib/album/media/client/item-places";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { gridRatio, type JustifiedRow, type RowShape } from "@/lib/shared/justified-layout";

/** An array, or a list that still knows the places of evicted items. */
interface RowItems {
  at: (index: number) => MediaItemDto | undefined;
  placeAt?: (index: number) => MediaPlace | undefined;
  keyAt?: (index: number) => number | undefined;
}

export interface JustifiedRowViewProps {
  row: JustifiedRow;
  items: RowItems;
  shape: RowShape;
  renderTile: (item: MediaItemDto, index: number) => ReactNode;
  /** Rendered over the first tile of a group; one of several in a row has little space. */
  renderHeading?: ((group: string, isOneOfSeveral: boolean) => ReactNode) | undefined;
  /** The row comes into view during scrolling, so its tiles are rendered in turn (useTurn). */
  isPassing?: boolean;
}

/** Stands in for a tile that scrolls past faster than pictures can be drawn, or whose item was evicted. */
function TileColor({ id, place: { thumbHash } }: { id: string | undefined; place: MediaPlace }) {
  const color = thumbHash ? thumbHashColor(thumbHash) : undefined;
  return (
    <div
      data-media-id={id}
      className="size-full rounded-sm bg-sunk"
      style={color ? { backgroundColor: color } : undefined}
    />
  );
}

/** A list of rows creates a new object for each request. */
const isSamePlace = (one: JustifiedRow, other: JustifiedRow) =>
  one.start === other.start &&
  one.end === other.end &&
  one.emptyRatio === other.emptyRatio &&
  one.opens === other.opens;

/** The list may be a different one, with other pictures in the same rows. */
function isSameRow(before: JustifiedRowViewProps, after: JustifiedRowViewProps): boolean {
  const { row } = after;
  if (!isSamePlace(before.row, row) || before.shape !== after.shape) return false;
  if (before.renderTile !== after.renderTile || before.renderHeading !== after.renderHeading) return false;
  for (let index = row.start; index < row.end; index++) {
    if (before.items.at(index) !== after.items.at(index)) return false;
  }
  return true;
}

/**
 * A row whose height follows from its width in CSS alone: the same on the server and in the browser. The row itself
 * declares its cells' widths, so a browser that has parsed only some of them already draws those in place.
 */
export const JustifiedRowView = memo(function JustifiedRowView({
  row,
  items,
  shape,
  renderTile,
  renderHeading,
  isPassing = false,
}: JustifiedRowViewProps) {
  const isFilled = useTurn(isPassing);
  const cells = [];
  const columns = [];
  for (let index = row.start; index < row.end; index++) {
    const item = items.at(index);
    const place = item ?? items.placeAt?.(index);
    if (!place) continue;
    const ratio = gridRatio(place, shape);
    columns.push(`minmax(0, ${ratio}fr)`);
    cells.push(
      <div key={items.keyAt?.(index) ?? item?.id} className="w-full min-w-0" style={{ aspectRatio: ratio }}>
        {isFilled && item ? renderTile(item, index) : <TileColor id={item?.id} place={place} />}
      </div>,
    );
  }
  if (row.emptyRatio > 0) columns.push(`minmax(0, ${row.emptyRatio}fr)`);
  const opens = (renderHeading && row.opens) || [];
  const headings = opens.map(({ group, start }, at) => {
    // The last one can extend over the space left empty.
    const end = opens[at + 1]?.start ?? row.start + columns.length;
    return (
      <div key={group} className="min-w-0" style={{ gridColumn: `span ${end - start}` }}>
        {renderHeading?.(group, opens.length > 1)}
      </div>
    );
  });
  return (
    <div className="grid gap-x-[3px]" style={{ gridTemplateColumns: columns.join(" ") }}>
      {headings}
      {cells}
    </div>
  );
}, isSameRow);

/** Pixels between pictures, in both directions: gap-[3px]. */
export const rowGap = 3;
