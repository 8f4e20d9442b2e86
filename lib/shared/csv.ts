/**
 * One cell of a CSV file. Anything a spreadsheet would take for a formula is prefixed with an apostrophe, so nobody's
 * username runs as code when someone opens the file.
 */
export function csvCell(value: string | null | undefined): string {
  const text = value ?? "";
  const safe = /^\s*[=+\-@\t\r\n|%＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line with its line ending (RFC 4180). */
export const csvLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;
