import { shareOfTarget } from "./share.mjs";
import { escapeXml, svgPicture } from "./svg.mjs";

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
  return svgPicture({
    width,
    height,
    label: "How much of each target is used",
    light: ".met{fill:#5f8f62}.missed{fill:#c8553d}line{stroke:#3a302a;stroke-dasharray:4 3}",
    dark: "line{stroke:#f3e9df}",
    parts: [
      `<text class="soft" x="${lineAt}" y="28" text-anchor="middle">all that the target allows</text>`,
      `<line x1="${lineAt}" x2="${lineAt}" y1="36" y2="${height - margin}"/>`,
      ...drawn,
    ],
  });
}
