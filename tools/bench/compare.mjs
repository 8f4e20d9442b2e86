/** How much more CPU time a unit of work may take than in the record. */
const maxRise = 1.1;

/**
 * CPU time beside the same run's limit where there is one: a machine half as fast takes twice as long for both.
 * @param {{ seconds: number, limitSeconds?: number }} cpu
 */
const costOf = ({ seconds, limitSeconds }) => (limitSeconds ? seconds / limitSeconds : seconds);

/**
 * @param {Record<string, { rows: import("./row.mjs").Row[] }>} record what was measured before, by the figure's name
 * @param {Record<string, { rows: import("./row.mjs").Row[] }>} measured
 * @returns {string[]} a sentence for each unit of work that takes more than a tenth more CPU time
 */
export function findRises(record, measured) {
  const rises = [];
  for (const [name, { rows }] of Object.entries(measured)) {
    for (const { what, cpu } of rows) {
      const before = record[name]?.rows.find((row) => row.what === what)?.cpu;
      if (!cpu || !before) continue;
      const rise = costOf(cpu) / costOf(before);
      if (rise > maxRise) rises.push(`${what}: ${rise.toFixed(2)} times as much as in the record`);
    }
  }
  return rises;
}
