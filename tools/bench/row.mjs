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
 * @property {{ seconds: number, limitSeconds?: number }} [cpu] a unit of work's CPU time, and the limit's
 * @property {{ title: string, clients: number[], sizes: number[], rates: number[][] }} [plot] rates by size, then by clients
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

/** CPU time as short as it can be said. @param {number} value in seconds */
export const cpuTime = (value) => (value < 0.001 ? `${figure(value * 1e6)} us` : `${figure(value * 1e3)} ms`);

/**
 * A line about the CPU time of a unit of work, which other programs on the machine affect less than a rate. A later run is
 * compared with it.
 * @param {string} what
 * @param {number} seconds
 * @param {number | undefined} limitSeconds of the same work without us
 * @param {{ maxRatio?: number, note: string }} options
 * @returns {Row}
 */
export function cpuRow(what, seconds, limitSeconds, { maxRatio, note }) {
  const ratio = limitSeconds === undefined ? undefined : seconds / limitSeconds;
  const line = row({
    what,
    measured: cpuTime(seconds),
    limit: limitSeconds === undefined ? "" : cpuTime(limitSeconds),
    ratio: ratio === undefined ? "" : times(ratio),
    ...(maxRatio && ratio !== undefined ? { target: `<= ${maxRatio} x`, isMet: ratio <= maxRatio } : {}),
    note,
  });
  return { ...line, cpu: { seconds, ...(limitSeconds === undefined ? {} : { limitSeconds }) } };
}
