import { copyFileSync, existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import path from "node:path";

const headBytes = 131_072;
/** None of them was last changed in the month it was taken. */
const changed = new Date(Date.UTC(2025, 4, 5));

/**
 * The only month mentioned in a file's header, read without any picture parser; null where there are several, or where
 * it appears only once: a camera writes it when taking and when storing, a program that changed the picture once.
 */
function monthWritten(file) {
  const head = readFileSync(file).subarray(0, headBytes).toString("latin1");
  const found = [...head.matchAll(/\b(\d{4}:\d\d):\d\d \d\d:\d\d:\d\d/g)].map(([, month]) => month);
  if (found.length < 2 || new Set(found).size !== 1) return null;
  const [year, month] = found[0].split(":").map(Number);
  return { year, month };
}

/**
 * Copies the camera JPEGs next to the project (../shared/corpus) into the batch.
 * @param {string} root of the project
 * @param {string} folder
 * @returns {{ name: string, file: string, dated: "real", burst: null, written: { year: number, month: number } | null }[]}
 *   none if they are missing
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
