import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..", "..");

/** The library that decodes strangers' files. Only separate processes may load it (decision 26). */
const decoders = /(?:from|import\(|import|require\()\s*["']sharp["']/;

const filesIn = (folders: string[]) =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root })).sort();

test("server, worker and pages load no decoder", () => {
  const loading = [
    ...filesIn(["app", "components", "lib"]),
    "middleware.ts",
    ...filesIn(["server"]).filter((file) => !/^server\/(decoder|recognizer)\//.test(file)),
  ].filter((file) => decoders.test(readFileSync(path.join(root, file), "utf8")));
  expect(loading).toEqual([]);
});

test("only separate programs load a decoder, and those that make their own pictures", () => {
  const loading = filesIn(["ops", "server", "tools"]).filter((file) =>
    decoders.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(loading).toEqual(expect.arrayContaining(["server/decoder/open.ts"]));
  expect(
    loading.filter(
      (file) => !/^(server\/(decoder|recognizer)|tools\/(demo|bench))\/|^tools\/icons\.mjs$/.test(file),
    ),
  ).toEqual([]);
});

/** These run in browsers and read only files that the user has chosen. */
const inBrowsers = ["lib/album/uploads/client/taken-month.ts", "lib/sorter/client/reading/photo-facts.ts"];

test("the server itself never reads a stranger's EXIF", () => {
  const reading = filesIn(["app", "components", "lib"]).filter((file) =>
    /["']exifr/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(reading.filter((file) => !file.endsWith(".d.ts"))).toEqual(inBrowsers);
});

const decoderImports = /from "@\/(server\/(?:decoder|recognizer)\/[\w-]+)"/g;

function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), "utf8");
  return [...source.matchAll(decoderImports)].map(([, name]) => `${name}.ts`);
}

/** Whether loading the file blocks libvips' loaders for the whole process, and so for the tests it runs later. */
function closesLoaders(file: string): boolean {
  return (
    /sharp\.block\(/.test(readFileSync(path.join(root, file), "utf8")) || importsOf(file).some(closesLoaders)
  );
}

test("no test loads a file that blocks libvips' loaders for its whole process", () => {
  expect(closesLoaders("server/decoder/jobs.ts")).toBe(true);
  const loading = filesIn(["tests"]).filter((file) => importsOf(file).some(closesLoaders));
  expect(loading).toEqual([]);
});
