import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..", "..");

/** What decodes strangers' files for us. It may only be loaded by programs that run apart (decision 26). */
const decoders = /(?:from|import\(|import|require\()\s*["']sharp["']/;

const filesIn = (folders: string[]) =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root })).sort();

test("server, worker and pages load no decoder", () => {
  const loading = [
    ...filesIn(["app", "components", "lib"]),
    "middleware.ts",
    "scripts/serve.ts",
    "scripts/worker.ts",
  ].filter((file) => decoders.test(readFileSync(path.join(root, file), "utf8")));
  expect(loading).toEqual([]);
});

test("of the programs only those that run apart do, and those that make pictures of their own", () => {
  const loading = filesIn(["scripts"]).filter((file) =>
    decoders.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(loading).toEqual(expect.arrayContaining(["scripts/decoding/open.mjs"]));
  expect(
    loading.filter((file) => !/^scripts\/((decoding|recognition|demo|bench)\/|icons\.mjs$)/.test(file)),
  ).toEqual([]);
});

/** Which read what somebody's own browser has chosen, there. */
const inBrowsers = ["lib/features/sorter/reading/photo-facts.ts", "lib/features/uploads/taken-month.ts"];

test("the server looks into no stranger's EXIF itself", () => {
  const reading = filesIn(["app", "components", "lib"]).filter((file) =>
    /["']exifr/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(reading.filter((file) => !file.endsWith(".d.ts"))).toEqual(inBrowsers);
});
