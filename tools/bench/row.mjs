/**
 * One line of the table.
 * @typedef {object} Row
 * @property {string} what
 * @property {string} measured
 * @property {string} limit what the same run measured without us; "" where the target is absolute
 * @property {string} ratio
 * @property {string} target
 * @property {"met" | "NOT met" | "not measured" | ""} verdict "" for a line that only informs
 * @property {string} note
 */

/**
 * @param {Partial<Row> & { what: string, isMet?: boolean }} line isMet left out: the line only informs
 * @returns {Row}
 */
export function row({ isMet, ...line }) {
  const verdict = isMet === undefined ? "" : isMet ? "met" : "NOT met";
  return { measured: "", limit: "", ratio: "", target: "", note: "", verdict, ...line };
}

/**
 * @param {string} what
 * @param {string} reason begins with "needs" or says what failed
 * @returns {Row}
 */
export function notMeasured(what, reason) {
  return { ...row({ what, note: reason }), verdict: "not measured" };
}

/** A number with as many digits as are meaningful. */
export function figure(value) {
  if (!Number.isFinite(value)) return "?";
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-GB");
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3);
}

export const times = (value) => `${figure(value)} x`;
export const ms = (value) => `${figure(value)} ms`;
export const seconds = (value) => `${figure(value)} s`;
/** @param {number} bytes */
export const megabytes = (bytes) => `${figure(bytes / 1e6)} MB`;
