/** @param {string} text */
export const escapeXml = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/**
 * A picture on a card, in the reader's own theme.
 * @param {{ width: number, height: number, label: string, light: string, dark: string, parts: string[] }} picture
 *   light, dark: CSS beyond that of text and the card
 * @returns {string} SVG
 */
export function svgPicture({ width, height, label, light, dark, parts }) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">`,
    "<style>",
    `text{font:13px system-ui,sans-serif;fill:#3a302a}.soft{fill:#6f625a}.back{fill:#fffaf3}${light}`,
    `@media (prefers-color-scheme:dark){text{fill:#f3e9df}.soft{fill:#b9aaa0}.back{fill:#1f1a17}${dark}}`,
    "</style>",
    `<rect class="back" width="${width}" height="${height}" rx="14"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}
