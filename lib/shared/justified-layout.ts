/** One row of a justified grid: items `start` up to, not including, `end`. */
export interface JustifiedRow {
  start: number;
  end: number;
  /** Sum of the items' width:height ratios. */
  ratioSum: number;
  /** Ratio left empty at the end of an unfinished row, so that few pictures don't grow huge. */
  emptyRatio: number;
}

export const narrowestRatio = 0.6;
export const widestRatio = 2.2;

/**
 * Width:height of a picture as the grid shows it. Panoramas and very tall pictures are cropped to something that
 * fits a row; 4:3 until the size is known.
 */
export function gridRatio(width: number | null, height: number | null): number {
  if (!width || !height) return 4 / 3;
  return Math.min(widestRatio, Math.max(narrowestRatio, width / height));
}

/**
 * Packs pictures into rows in their order. A row closes as soon as it is `rowRatio` wide or more, so the rows
 * depend on neither the exact width nor on what follows: later pages leave finished rows as they are.
 * @param rowRatio width:height of a full row, say 5 on a desktop and 2.2 on a phone
 */
export function packRows(ratios: readonly number[], rowRatio: number): JustifiedRow[] {
  const rows: JustifiedRow[] = [];
  let start = 0;
  let ratioSum = 0;
  for (const [index, ratio] of ratios.entries()) {
    // Closing before a wide picture keeps the row nearer to the wanted height than taking it in.
    const overshoot = ratioSum + ratio - rowRatio;
    if (index > start && overshoot > 0 && overshoot > rowRatio - ratioSum) {
      rows.push({ start, end: index, ratioSum, emptyRatio: 0 });
      start = index;
      ratioSum = 0;
    }
    ratioSum += ratio;
    if (ratioSum >= rowRatio) {
      rows.push({ start, end: index + 1, ratioSum, emptyRatio: 0 });
      start = index + 1;
      ratioSum = 0;
    }
  }
  if (start < ratios.length) {
    rows.push({ start, end: ratios.length, ratioSum, emptyRatio: Math.max(0, rowRatio - ratioSum) });
  }
  return rows;
}

/** Height in pixels of a row that fills `width` pixels, its gaps included. */
export function rowHeight(row: JustifiedRow, width: number, gap: number): number {
  const cells = row.end - row.start + (row.emptyRatio > 0 ? 1 : 0);
  return Math.max(1, width - gap * (cells - 1)) / (row.ratioSum + row.emptyRatio);
}
