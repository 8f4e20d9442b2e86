import { copyFileSync, existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import path from "node:path";

const headBytes = 131_072;
/** None of them was last changed in the month in which it was taken. */
const changed = new Date(Date.UTC(2025, 4, 5));

/**
 * The one month that a file's head speaks of, read without any parser of pictures; null where there are more, and where
 * it stands only once: a camera writes it when it takes and when it stores, a program that changed the picture once.
 */
function monthWritten(file) {
  const head = readFileSync(file).subarray(0, headBytes).toString("latin1");
  const found = [...head.matchAll(/\b(\d{4}:\d\d):\d\d \d\d:\d\d:\d\d/g)].map(([, month]) => month);
  if (found.length < 2 || new Set(found).size !== 1) return null;
  const [year, month] = found[0].split(":").map(Number);
  return { year, month };
}

/**
 * Copies the JPEGs of cameras that stand beside the project (../shared/corpus) into the heap.
 * @param {string} root of the project
 * @param {string} folder
 * @returns {{ name: string, file: string, dated: "real", burst: null, written: { year: number, month: number } | null }[]}
 *   none where they are missing
 */
export function copyRealPictures(root, folder) {
  const corpus = path.resolve(root, "../shared/corpus/decodes");
  if (!existsSync(corpus)) return [];
  return readdirSync(corpus)
    .filter((name) => /\.jpe?g$/i.test(name))
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      copyFileSync(path.join(corpus, name), file);
      utimesSync(file, changed, changed);
      return { name, file, dated: "real", burst: null, written: monthWritten(file) };
    });
}
