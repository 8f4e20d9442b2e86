import { escapeXml, svgPicture } from "./svg.mjs";

const panel = { width: 250, height: 170, left: 58, top: 40, right: 16, bottom: 30 };
const columns = 3;
const margin = 16;
const legendHeight = 40;

const shortly = (value) =>
  value >= 1e6
    ? `${value / 1e6} M`
    : value >= 1e3
      ? `${Number((value / 1e3).toPrecision(2))} k`
      : `${Math.round(value)}`;

/** Powers of ten that contain all rates: both axes are logarithmic, so what slows down with the data falls. */
function rangeOf(rates) {
  const all = rates.flat();
  return [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
}

function drawPanel({ title, clients, sizes, rates }, left, top) {
  const inner = {
    left: left + panel.left,
    top: top + panel.top,
    width: panel.width - panel.left - panel.right,
    height: panel.height - panel.top - panel.bottom,
  };
  const [low, high] = rangeOf(rates);
  const x = (at) => inner.left + (inner.width * at) / (sizes.length - 1);
  const y = (rate) => inner.top + inner.height * (1 - (Math.log10(rate) - low) / (high - low));
  const powers = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  return [
    `<text class="title" x="${left + 8}" y="${top + 22}">${escapeXml(title)}</text>`,
    ...powers.flatMap((power) => [
      `<line class="grid" x1="${inner.left}" x2="${inner.left + inner.width}" y1="${y(power).toFixed(1)}" y2="${y(power).toFixed(1)}"/>`,
      `<text class="soft" x="${inner.left - 6}" y="${(y(power) + 4).toFixed(1)}" text-anchor="end">${shortly(power)}/s</text>`,
    ]),
    ...sizes.map(
      (size, at) =>
        `<text class="soft" x="${x(at).toFixed(1)}" y="${inner.top + inner.height + 18}" text-anchor="middle">${shortly(size)}</text>`,
    ),
    ...clients.map((_, index) => {
      const points = rates.map((byClients, at) => `${x(at).toFixed(1)},${y(byClients[index]).toFixed(1)}`);
      return `<polyline class="c${index}" points="${points.join(" ")}"/>`;
    }),
  ].join("\n");
}

function drawLegend(clients) {
  return clients
    .map((count, index) => {
      const left = margin + index * 130;
      return `<line class="c${index}" x1="${left}" x2="${left + 26}" y1="${margin + 12}" y2="${margin + 12}"/><text x="${left + 34}" y="${margin + 16}">${count === 1 ? "1 client" : `${count} clients`}</text>`;
    })
    .join("\n");
}

/**
 * Calls a second by the rows of the album, a panel for each call and a line for each number of clients.
 * @param {{ title: string, clients: number[], sizes: number[], rates: number[][] }[]} plots rates by size, then by clients
 * @returns {string} SVG, in the reader's own theme
 */
export function asGrowthPlot(plots) {
  const rows = Math.ceil(plots.length / columns);
  const width = margin * 2 + columns * panel.width;
  const height = margin * 2 + legendHeight + rows * panel.height;
  return svgPicture({
    width,
    height,
    label: "Calls a second as the album grows",
    light:
      ".title{font-weight:600}.soft{font-size:11px}.grid{stroke:#e3d6c8}.c0{stroke:#5f8f62}.c1{stroke:#b9852f}.c2{stroke:#c8553d}polyline,.c0,.c1,.c2{fill:none;stroke-width:2.5;stroke-linejoin:round}",
    dark: ".grid{stroke:#4a3f38}",
    parts: [
      drawLegend(plots[0]?.clients ?? []),
      ...plots.map((plot, at) =>
        drawPanel(
          plot,
          margin + (at % columns) * panel.width,
          margin + legendHeight + Math.floor(at / columns) * panel.height,
        ),
      ),
    ],
  });
}
