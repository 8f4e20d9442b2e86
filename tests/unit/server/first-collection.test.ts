import { execFileSync } from "node:child_process";
import { nodeArguments } from "@/ops/lib/child-program.mjs";
import { collectOnceStarted } from "@/server/first-collection";

/** Leaves some 30 MB of garbage that was in use long enough to reach the old generation. */
const program = `
  let list = Array.from({ length: 400_000 }, (_, at) => ({ at, list: [at] }));
  for (let at = 0; at < 3_000_000; at++) list[at % 1_000] = { at };
  const before = process.memoryUsage().heapUsed;
  list = null;
  gc({ type: "major", execution: "async" }).then(() =>
    console.log(JSON.stringify({ before, after: process.memoryUsage().heapUsed })));
`;

test("our programs can trigger garbage collection", () => {
  const out = execFileSync(process.execPath, [...nodeArguments, "-e", program]);
  const { before, after } = JSON.parse(out.toString());
  expect(after).toBeLessThan(before / 2);
});

test("a program collects garbage once, a moment after its start", () => {
  jest.useFakeTimers();
  const { gc } = globalThis;
  const collections: unknown[] = [];
  globalThis.gc = async (options?: unknown) => void collections.push(options);
  try {
    collectOnceStarted();
    expect(collections).toEqual([]);
    jest.advanceTimersByTime(60 * 60_000);
    expect(collections).toEqual([expect.objectContaining({ type: "major" })]);
  } finally {
    globalThis.gc = gc;
    jest.useRealTimers();
  }
});
