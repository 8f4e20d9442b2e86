import type { PDFFont } from "pdf-lib";

/** Lines of at most `width` points, broken between words; a word longer than a line is broken, too. */
export function wrapText(font: PDFFont, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (tried: string) => font.widthOfTextAtSize(tried, size) <= width;
  for (const word of text.split(" ")) {
    if (fits(line ? `${line} ${word}` : word)) {
      line = line ? `${line} ${word}` : word;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const letter of word) {
      if (fits(line + letter)) line += letter;
      else {
        lines.push(line);
        line = letter;
      }
    }
  }
  return line ? [...lines, line] : lines;
}
