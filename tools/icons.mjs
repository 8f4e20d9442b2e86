// node tools/icons.mjs: redraws the app's icons from public/icons/icon.svg, after a change to the mark.
import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

const root = path.resolve(import.meta.dirname, "..");
const icons = path.join(root, "public", "icons");
const paper = "#fff4e6";
const mark = readFileSync(path.join(icons, "icon.svg"), "utf8");
const shapes = mark.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");

/** One colour with the heart cut out, for places where only the shape counts. */
const silhouette = `<mask id="heart"><g fill="#fff">${shapes.replace(/<path fill="#fff"/, '<path fill="#000"').replaceAll(/fill="#(?:fcbf5a|d93f58)"/g, "")}</g></mask><rect width="64" height="64" fill="#fff" mask="url(#heart)"/>`;

/** The shapes on a square of 64, scaled around its middle; on a background with rounded corners, or on none. */
const drawing = (inside, { scale, ground = null, radius = 0 }) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
${ground ? `<rect width="64" height="64" rx="${radius}" fill="${ground}"/>` : ""}
<g transform="translate(${32 - 32 * scale} ${32 - 32 * scale}) scale(${scale})">${inside}</g></svg>`;

// What is outside the central 80 % circle may be cut off a maskable icon.
const maskable = { scale: 0.68, ground: paper };
const wanted = [
  ["icon-192", 192, shapes, { scale: 0.82, ground: paper, radius: 15 }],
  ["icon-512", 512, shapes, { scale: 0.82, ground: paper, radius: 15 }],
  ["maskable-192", 192, shapes, maskable],
  ["maskable-512", 512, shapes, maskable],
  ["apple-touch-icon", 180, shapes, { scale: 0.8, ground: paper }],
  ["monochrome-192", 192, silhouette, { scale: 0.68 }],
  ["badge-96", 96, silhouette, { scale: 0.94 }],
];

for (const [name, size, inside, options] of wanted) {
  await sharp(Buffer.from(drawing(inside, options)), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(icons, `${name}.png`));
}
// For the picture of a link preview; its process opens no SVG.
await sharp(Buffer.from(drawing(shapes, { scale: 1 })), { density: (72 * 80) / 64 })
  .resize(80, 80)
  .png({ compressionLevel: 9, palette: true })
  .toFile(path.join(root, "server", "decoder", "mark.png"));
