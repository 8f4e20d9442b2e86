const units = { ms: 1, s: 1000, KB: 1024, MB: 1e6, "%": 1, x: 1 };

/** A figure as the rows show it, in its unit's smallest: "1,764 ms", "185 MB RSS", "0.116 x", "100 %". */
function amountOf(text) {
  const found = /(-?[\d,]+(?:\.\d+)?)\s*(ms|s|KB|MB|%|x)?(?![\w])/.exec(text);
  if (!found) return null;
  const [, digits, unit] = found;
  return { value: Number(digits.replaceAll(",", "")) * (unit ? units[unit] : 1), unit: unit ?? "" };
}

const kindOf = ({ unit }) => (unit === "s" ? "ms" : unit === "KB" ? "MB" : unit);

/**
 * How much of what its target allows a row uses: 1 is just met, less is better.
 * @param {import("./row.mjs").Row} row
 * @returns {number | null} null where the target is no figure, or nothing was measured
 */
export function shareOfTarget({ measured, ratio, target }) {
  const bound = /^(<=|>=)\s*(.+)$/.exec(target);
  const allowed = bound && amountOf(bound[2]);
  if (!allowed || allowed.value === 0) return null;
  const used = [measured, ratio].map(amountOf).find((amount) => amount && kindOf(amount) === kindOf(allowed));
  if (!used) return null;
  if (bound[1] === "<=") return Math.max(0, used.value) / allowed.value;
  return used.value > 0 ? allowed.value / used.value : null;
}
