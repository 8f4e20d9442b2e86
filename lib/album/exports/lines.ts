import {
  type ExportHead,
  type ExportListName,
  exportHeadSchema,
  exportLists,
} from "@/lib/album/exports/format";

/** A line of the file: the head, or a list entry that hasn't been validated yet. */
export type ExportLine = { head: ExportHead } | { list: ExportListName; value: unknown };

const isListName = (name: string): name is ExportListName => Object.hasOwn(exportLists, name);
const listStart = /^"([a-zA-Z]+)":\[$/;

/** Some programs also end a line at these, and JSON allows them to be escaped. */
const written = (value: unknown) =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);

/**
 * The file's text: valid JSON with the head and each list entry on a line of its own, so that a file of any length is
 * read and written entry by entry.
 */
export async function* exportText(
  head: ExportHead,
  lists: { [Name in ExportListName]?: AsyncIterable<unknown> },
): AsyncGenerator<string> {
  yield written(head).slice(0, -1);
  for (const name of Object.keys(exportLists)) {
    if (!isListName(name)) continue;
    yield `,\n"${name}":[\n`;
    let separator = "";
    for await (const value of lists[name] ?? []) {
      yield separator + written(value);
      separator = ",\n";
    }
    yield separator === "" ? "]" : "\n]";
  }
  yield "\n}\n";
}

/**
 * Reads the file from its lines, skipping lists that this version doesn't know.
 * @throws SyntaxError, ZodError if it isn't such a file, or is of a later version
 */
export async function* readExportLines(lines: AsyncIterable<string>): AsyncGenerator<ExportLine> {
  let isBegun = false;
  let isEnded = false;
  let list: string | null = null;
  for await (const raw of lines) {
    const line = raw.trimEnd().replace(/,$/, "");
    if (!isBegun) {
      isBegun = true;
      yield { head: exportHeadSchema.parse(JSON.parse(`${line}}`)) };
      continue;
    }
    if (list === null) {
      list = listStart.exec(line)?.[1] ?? null;
      isEnded = line === "}";
      if (list === null && !isEnded) throw new SyntaxError("The file has something that is no list");
    } else if (line === "]") {
      list = null;
    } else if (isListName(list)) {
      yield { list, value: JSON.parse(line) };
    }
  }
  if (!isEnded) throw new SyntaxError("The file ends too early");
}
