import {
  circles,
  featureEdges,
  longFunctions,
  readSources,
  upwardImports,
  wingOf,
} from "@/tools/lib/structure.mjs";

const all = readSources(process.cwd());

test("imports follow the order of the wings", () => {
  expect(upwardImports(all)).toEqual([]);
});

test("every file of a feature is in a wing", () => {
  const beside =
    /^lib\/(http|platform|service-worker|shared)\/|^lib\/(app-version|db|env)\.ts$|^components\/images\.d\.ts$/;
  const files = [...all.keys()].filter((file) => /^(lib|components)\//.test(file) && !beside.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => !wingOf(file))).toEqual([]);
});

test("no files import each other in a circle, not even for types", () => {
  expect(circles(new Map([...all].map(([file, { imports }]) => [file, imports])))).toEqual([]);
});

test("no features import each other in a circle", () => {
  expect(circles(featureEdges(all))).toEqual([]);
});

test("no function is over 100 lines", () => {
  expect(longFunctions(all)).toEqual([]);
});

test("a circle is found wherever it begins", () => {
  const edges = new Map(Object.entries({ a: ["b"], b: ["c"], c: ["b", "d"], d: [], e: ["e"] }));
  expect(circles(edges).map((circle) => circle.toSorted())).toEqual([["b", "c"]]);
});
