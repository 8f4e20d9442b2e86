/** One row of a justified grid: items `start` up to, not including, `end`. */
export interface JustifiedRow {
  start: number;
  end: number;
  /** Sum of the items' width:height ratios. */
  ratioSum: number;
  /** Ratio left empty at the end of an unfinished row, so that a few pictures don't grow huge. */
  emptyRatio: number;
  /** The groups that start in it, if the list is grouped; `start` is the index of a group's first item. */
  opens?: readonly { group: string; start: number }[] | undefined;
  /** Exclusive end of the look-ahead before the row was closed; at least `end`. */
  seen: number;
}

/** Relative to a full row's ratio: how much more a row of several groups can contain, and when a row counts as full. */
const fullest = 1.2;
const nearlyFull = 0.8;

/** How items are divided into rows. */
export interface RowShape {
  /** Width:height of a full row, for example 5 on a desktop and 2.3 on a phone. */
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

/** An array, or a list that creates its items on request. */
export interface Listed<T> {
  length: number;
  at(index: number): T | undefined;
}

type GroupAt = (index: number) => string;

const groupsOf =
  <T>(items: Listed<T>, groupOf?: (item: T) => string): GroupAt =>
  (index) => {
    const item = groupOf && index >= 0 ? items.at(index) : undefined;
    return groupOf && item ? groupOf(item) : "";
  };

const opensAt = (groupAt: GroupAt, index: number) => groupAt(index) !== groupAt(index - 1);

/**
 * Packs pictures into rows in order. A row closes once it is at least `rowRatio` wide, so the rows depend neither on
 * the exact width nor on what follows: later pages leave finished rows as they are. Small groups share a row, in full:
 * a month of single pictures doesn't become a column of them.
 * @param from the item to begin with; its row starts there
 * @param groupOf if given, a row ends with its group, or contains several small ones in full; the start of the list
 *   opens none while it is in ""
 */
export function packRows<T extends Sized>(
  items: Listed<T>,
  shape: RowShape,
  from = 0,
  groupOf?: (item: T) => string,
): JustifiedRow[] {
  const { rowRatio } = shape;
  const rows: JustifiedRow[] = [];
  const groupAt = groupsOf(items, groupOf);
  const ratioAt = (index: number) => {
    const item = items.at(index);
    return item ? gridRatio(item, shape) : 0;
  };
  let start = from;
  let ratioSum = 0;
  let opens: { group: string; start: number }[] = [];
  let seen = 0;
  /** The end of the last group the row contains in full. */
  let wholeTo = 0;

  function close(end: number, isFilled: boolean) {
    const emptyRatio = isFilled ? 0 : Math.max(0, rowRatio - ratioSum);
    const opening = opens.length > 0 ? { opens } : {};
    rows.push({ start, end, ratioSum, emptyRatio, ...opening, seen: Math.max(end, seen) });
    start = end;
    ratioSum = 0;
    opens = [];
  }

  /** Whether the group starting at `index` fits into the row, which contains only complete groups. */
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
    // Closing before a wide picture keeps the row closer to the intended height than including it.
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
 * Packs the items before a given one, backwards from there: the rows from that item on, and rows packed before it
 * earlier, stay as they are when more items are inserted before them.
 * @param end the item's index
 */
export function packRowsBefore<T extends Sized>(
  items: Listed<T>,
  shape: RowShape,
  end: number,
  groupOf?: (item: T) => string,
): JustifiedRow[] {
  const upwards = { length: end, at: (index: number) => items.at(end - 1 - index) };
  const groupAt = groupsOf(items, groupOf);
  return packRows(upwards, shape, 0, groupOf)
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

/** Height in pixels of a row that fills `width` pixels, including its gaps. */
export function rowHeight(row: JustifiedRow, width: number, gap: number): number {
  const cells = row.end - row.start + (row.emptyRatio > 0 ? 1 : 0);
  return Math.max(1, width - gap * (cells - 1)) / (row.ratioSum + row.emptyRatio);
}
