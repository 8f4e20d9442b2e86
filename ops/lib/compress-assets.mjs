import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);
const minBytes = 1024;

/**
 * Writes a `.br` next to every script and style sheet of the build, once and as small as possible, instead of
 * compressing them for every visitor.
 * @param {string} folder .next/static
 */
export async function compressAssets(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|css)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length >= minBytes) writeFileSync(`${file}.br`, await compress(bytes));
    }),
  );
}
