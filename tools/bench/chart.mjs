import { escapeXml, shareOfTarget } from "./share.mjs";

const barHeight = 18;
const lineHeight = 30;
const labelWidth = 470;
const barsWidth = 360;
const maxShown = 1.5;
const margin = 16;
const top = 54;

/**
 * How much of what each target allows is used: a bar that stays left of the line has met it. In the reader's own theme.
 * @param {import("./row.mjs").Row[]} rows
 * @returns {string} SVG
 */
export function asChart(rows) {
  const bars = rows
    .map((row) => ({ row, share: shareOfTarget(row) }))
    .filter(({ share }) => share !== null)
    .sort((one, other) => one.share - other.share);
  const width = labelWidth + barsWidth + 90 + margin * 2;
  const height = top + bars.length * lineHeight + margin;
  const left = margin + labelWidth;
  const lineAt = left + barsWidth / maxShown;
  const drawn = bars.map(({ row, share }, at) => {
    const y = top + at * lineHeight;
    const length = (Math.min(share, maxShown) / maxShown) * barsWidth;
    const shown = share < 0.01 ? "under 1 %" : `${Math.round(share * 100)} %`;
    return [
      `<text x="${left - 12}" y="${y + 13}" text-anchor="end">${escapeXml(row.what)}</text>`,
      `<rect class="${row.verdict === "met" ? "met" : "missed"}" x="${left}" y="${y}" width="${Math.max(2, length).toFixed(1)}" height="${barHeight}" rx="4"/>`,
      `<text class="soft" x="${left + barsWidth + 14}" y="${y + 13}">${shown}</text>`,
    ].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="How much of each target is used">`,
    "<style>",
    "text{font:13px system-ui,sans-serif;fill:#3a302a}.soft{fill:#6f625a}.met{fill:#5f8f62}.missed{fill:#c8553d}",
    ".back{fill:#fffaf3}line{stroke:#3a302a;stroke-dasharray:4 3}",
    "@media (prefers-color-scheme:dark){text{fill:#f3e9df}.soft{fill:#b9aaa0}.back{fill:#1f1a17}line{stroke:#f3e9df}}",
    "</style>",
    `<rect class="back" width="${width}" height="${height}" rx="14"/>`,
    `<text class="soft" x="${lineAt}" y="28" text-anchor="middle">all that the target allows</text>`,
    `<line x1="${lineAt}" x2="${lineAt}" y1="36" y2="${height - margin}"/>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}
