import { downloadName } from "@/lib/shared/download-name";
import { fileTypeOf } from "@/lib/shared/file-types";
import { monthFolder } from "@/lib/shared/months";
import { safeFileName } from "@/lib/shared/safe-file-name";

/** Windows device names, whatever the extension. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** With a number, `-edited` and two extensions, a name stays within the 255 bytes that most systems allow. */
const maxStemBytes = 180;

export const exportFolder = ({ year, month }: { year: number; month: number }) =>
  `${year}/${monthFolder(month)}`;

/** As many characters of a text as fit into this many bytes. */
function within(text: string, bytes: number): string {
  let left = bytes;
  let kept = "";
  for (const letter of text) {
    left -= Buffer.byteLength(letter);
    if (left < 0) break;
    kept += letter;
  }
  return kept;
}

/** An item's name in a form that every system accepts, split before its extension. */
export function exportName({ fileName, mimeType }: { fileName: string; mimeType: string }): {
  stem: string;
  ending: string;
} {
  const name = safeFileName(
    downloadName(fileName.normalize("NFC"), fileTypeOf(mimeType)?.extension ?? "bin"),
  );
  const dot = name.lastIndexOf(".");
  const stem = within(name.slice(0, dot), maxStemBytes).replace(/[. ]+$/, "") || "unnamed";
  return { stem: reserved.test(stem) ? `_${stem}` : stem, ending: name.slice(dot) };
}

/** `2024/07 July/IMG_1.jpg` as `2024/07 July/` and `IMG_1`. */
export function splitPath(path: string): { folder: string; stem: string } {
  const slash = path.lastIndexOf("/");
  const dot = path.lastIndexOf(".");
  return {
    folder: path.slice(0, Math.max(0, slash)),
    stem: path.slice(slash + 1, dot > slash ? dot : undefined),
  };
}

/** Upper case, which also unifies letters that only some systems distinguish, such as ı and i. */
const foldCase = (path: string) => path.toUpperCase();

/** Gives every file of an export a unique path, ignoring case. */
export class ExportNames {
  readonly #taken: Set<string>;
  readonly #counts = new Map<string, number>();

  /** @param taken paths that an earlier export has used */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map(foldCase));
  }

  /** Free paths with these endings and the same number: `IMG_1 (2).HEIC` and `IMG_1 (2).MOV`. */
  take(folder: string, stem: string, endings: readonly string[]): string[] {
    const counter = foldCase(`${folder}/${stem}`);
    for (let count = this.#counts.get(counter) ?? 1; ; count++) {
      const tried = count === 1 ? stem : `${stem} (${count})`;
      const paths = endings.map((ending) => `${folder}/${tried}${ending}`);
      if (paths.some((path) => this.#taken.has(foldCase(path)))) continue;
      this.#counts.set(counter, count);
      for (const path of paths) this.#taken.add(foldCase(path));
      return paths;
    }
  }
}
