/** One row of a justified grid: items `start` up to, not including, `end`. */
export interface JustifiedRow {
  start: number;
  end: number;
  /** Sum of the items' width:height ratios. */
  ratioSum: number;
  /** Ratio left empty at the end of an unfinished row, so that few pictures don't grow huge. */
  emptyRatio: number;
  /** The group whose first row it is, where the list is in groups. */
  opens?: string;
}

/** How rows are cut. */
export interface RowShape {
  /** Width:height of a full row, say 5 on a desktop and 2.3 on a phone. */
  rowRatio: number;
  /** Panoramas and very tall pictures are cropped to these. */
  narrowest: number;
  widest: number;
}

interface Sized {
  width: number | null;
  height: number | null;
}

/** Width:height of a picture as the grid shows it; 4:3 until the size is known. */
export function gridRatio({ width, height }: Sized, { narrowest, widest }: RowShape): number {
  const ratio = width && height ? width / height : 4 / 3;
  return Math.min(widest, Math.max(narrowest, ratio));
}

type GroupAt = (index: number) => string;

const groupsOf =
  <T>(items: readonly T[], groupOf?: (item: T) => string): GroupAt =>
  (index) => {
    const item = items[index];
    return groupOf && item ? groupOf(item) : "";
  };

/** The group that a row from `start` on opens, if it does. */
function opened(groupAt: GroupAt, start: number): Pick<JustifiedRow, "opens"> {
  const group = groupAt(start);
  return group === groupAt(start - 1) ? {} : { opens: group };
}

/**
 * Packs pictures into rows in their order. A row closes as soon as it is `rowRatio` wide or more, so the rows
 * depend on neither the exact width nor on what follows: later pages leave finished rows as they are.
 * @param finished rows of the same shape that the list is known to begin with
 * @param groupOf where given, a row ends with its group; what the list begins with opens none while it is in ""
 */
export function packRows<T extends Sized>(
  items: readonly T[],
  shape: RowShape,
  finished: readonly JustifiedRow[] = [],
  groupOf?: (item: T) => string,
): JustifiedRow[] {
  const { rowRatio } = shape;
  const rows = [...finished];
  let start = finished.at(-1)?.end ?? 0;
  let ratioSum = 0;
  const groupAt = groupsOf(items, groupOf);
  function close(end: number, emptyRatio: number) {
    rows.push({ start, end, ratioSum, emptyRatio, ...opened(groupAt, start) });
    start = end;
    ratioSum = 0;
  }
  for (let index = start; index < items.length; index++) {
    const item = items[index];
    if (!item) continue;
    if (index > start && groupAt(index) !== groupAt(start)) close(index, Math.max(0, rowRatio - ratioSum));
    const ratio = gridRatio(item, shape);
    // Closing before a wide picture keeps the row nearer to the wanted height than taking it in.
    const overshoot = ratioSum + ratio - rowRatio;
    if (index > start && overshoot > 0 && overshoot > rowRatio - ratioSum) close(index, 0);
    ratioSum += ratio;
    if (ratioSum >= rowRatio) close(index + 1, 0);
  }
  if (start < items.length) close(items.length, Math.max(0, rowRatio - ratioSum));
  return rows;
}

/**
 * Packs what comes before an item from there backwards: the rows from that item on, and those that were packed before
 * it already, stay as they are when more is put before them.
 * @param end the item's place
 */
export function packRowsBefore<T extends Sized>(
  items: readonly T[],
  shape: RowShape,
  end: number,
  groupOf?: (item: T) => string,
): JustifiedRow[] {
  const upwards = items.slice(0, end).reverse();
  const groupAt = groupsOf(items, groupOf);
  return packRows(upwards, shape, [], groupOf)
    .reverse()
    .map(({ start: after, end: before, ratioSum, emptyRatio }) => {
      const start = upwards.length - before;
      return { start, end: upwards.length - after, ratioSum, emptyRatio, ...opened(groupAt, start) };
    });
}

/** Of the rows of `before`, those that are rows of `after` as well: their pictures are the same, and one more is. */
export function finishedRows(
  rows: readonly JustifiedRow[],
  before: readonly Sized[],
  after: readonly Sized[],
): readonly JustifiedRow[] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const firstOpen = rows.findIndex(({ end }) => end >= same);
  return firstOpen < 0 ? rows : rows.slice(0, firstOpen);
}

/** Height in pixels of a row that fills `width` pixels, its gaps included. */
export function rowHeight(row: JustifiedRow, width: number, gap: number): number {
  const cells = row.end - row.start + (row.emptyRatio > 0 ? 1 : 0);
  return Math.max(1, width - gap * (cells - 1)) / (row.ratioSum + row.emptyRatio);
}
