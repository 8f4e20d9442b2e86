/** One row of a justified grid: items `start` up to, not including, `end`. */
export interface JustifiedRow {
  start: number;
  end: number;
  /** Sum of the items' width:height ratios. */
  ratioSum: number;
  /** Ratio left empty at the end of an unfinished row, so that few pictures don't grow huge. */
  emptyRatio: number;
  /** The groups that begin in it, where the list is in groups; `start` is the index of a group's first item. */
  opens?: readonly { group: string; start: number }[];
  /** Up to, not including, which item it was looked ahead before the row was closed; at least `end`. */
  seen: number;
}

/** Of a full row's ratio: what a row of several groups may hold more, and from where on one counts as full. */
const fullest = 1.2;
const nearlyFull = 0.8;

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

const opensAt = (groupAt: GroupAt, index: number) => groupAt(index) !== groupAt(index - 1);

/**
 * Packs pictures into rows in their order. A row closes as soon as it is `rowRatio` wide or more, so the rows
 * depend on neither the exact width nor on what follows: later pages leave finished rows as they are.
 * Small groups share a row, whole: a month of single pictures is no column of them.
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
  const groupAt = groupsOf(items, groupOf);
  const ratioAt = (index: number) => {
    const item = items[index];
    return item ? gridRatio(item, shape) : 0;
  };
  let start = finished.at(-1)?.end ?? 0;
  let ratioSum = 0;
  let opens: { group: string; start: number }[] = [];
  let seen = 0;
  /** Where the last group ends that the row takes in whole. */
  let wholeTo = 0;

  function close(end: number, isFilled: boolean) {
    const emptyRatio = isFilled ? 0 : Math.max(0, rowRatio - ratioSum);
    const opening = opens.length > 0 ? { opens } : {};
    rows.push({ start, end, ratioSum, emptyRatio, ...opening, seen: Math.max(end, seen) });
    start = end;
    ratioSum = 0;
    opens = [];
  }

  /** Whether the group that begins at `index` fits into the row, which holds nothing but whole groups. */
  function hasRoomForGroup(index: number): boolean {
    if (opens[0]?.start !== start || opens.length >= Math.floor(rowRatio)) return false;
    let end = index;
    for (let sum = ratioSum; end < items.length && groupAt(end) === groupAt(index); end++) {
      sum += ratioAt(end);
      seen = end + 1;
      if (sum > rowRatio * fullest) return false;
    }
    wholeTo = end;
    return true;
  }

  for (let index = start; index < items.length; index++) {
    const ratio = ratioAt(index);
    const isOpening = opensAt(groupAt, index);
    if (isOpening && index > start && !hasRoomForGroup(index))
      close(index, ratioSum >= rowRatio * nearlyFull);
    // Closing before a wide picture keeps the row nearer to the wanted height than taking it in.
    const overshoot = ratioSum + ratio - rowRatio;
    if (index > start && index >= wholeTo && overshoot > 0 && overshoot > rowRatio - ratioSum)
      close(index, true);
    if (isOpening) opens.push({ group: groupAt(index), start: index });
    ratioSum += ratio;
    if (ratioSum >= rowRatio && index + 1 >= wholeTo) close(index + 1, true);
  }
  if (start < items.length) close(items.length, false);
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
      const [start, end] = [upwards.length - before, upwards.length - after];
      const opens = [];
      for (let index = start; index < end; index++) {
        if (opensAt(groupAt, index)) opens.push({ group: groupAt(index), start: index });
      }
      return { start, end, ratioSum, emptyRatio, ...(opens.length > 0 ? { opens } : {}), seen: end };
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
  const firstOpen = rows.findIndex(({ seen }) => seen >= same);
  return firstOpen < 0 ? rows : rows.slice(0, firstOpen);
}

/** Height in pixels of a row that fills `width` pixels, its gaps included. */
export function rowHeight(row: JustifiedRow, width: number, gap: number): number {
  const cells = row.end - row.start + (row.emptyRatio > 0 ? 1 : 0);
  return Math.max(1, width - gap * (cells - 1)) / (row.ratioSum + row.emptyRatio);
}
