/** The cells of each row, as written; an unclosed quote ends them. */
function* readRows(text: string, separator: string): Generator<string[]> {
  const bare = new RegExp(`[^${separator}\r\n]*`, "y");
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = "";
    while (text[at] === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) return;
      // Two quotes in a row are one in the cell.
      cell += `${cell === "" ? "" : '"'}${text.slice(at + 1, end)}`;
      at = end + 1;
    }
    bare.lastIndex = at;
    cell += bare.exec(text)?.[0] ?? "";
    at = bare.lastIndex;
    row.push(cell);
    const isEnd = text[at] !== separator;
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (!isEnd) continue;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

/**
 * The rows of a CSV file by column name, in lower case. A spreadsheet that resaved it may have put semicolons or tabs
 * between the cells.
 */
export function* readCsv(text: string): Generator<Record<string, string>> {
  const plain = text.replace(/^\uFEFF/, "");
  const header = /^[^\r\n]*/.exec(plain)?.[0] ?? "";
  const separator = [",", ";", "\t"].find((candidate) => header.includes(candidate)) ?? ",";
  let columns: string[] | null = null;
  for (const row of readRows(plain, separator)) {
    const cells = row.map((cell) => cell.trim());
    if (columns) {
      if (cells.every((cell) => cell === "")) continue;
      yield Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
    } else columns = cells.map((cell) => cell.toLowerCase());
  }
}
