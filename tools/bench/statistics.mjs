/** @param {number[]} values */
export function median(values) {
  return percentile(values, 50);
}

/**
 * The value that `percent` % of the values don't exceed (nearest rank).
 * @param {number[]} values not empty
 * @param {number} percent
 */
export function percentile(values, percent) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}
