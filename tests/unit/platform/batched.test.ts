import { batched } from "@/lib/platform/batched";

test("keys requested in one turn are read together, each once", async () => {
  const reads: string[][] = [];
  const read = batched(async (keys) => {
    reads.push(keys);
    return new Map(keys.filter((key) => key !== "missing").map((key) => [key, `the ${key}`]));
  });
  const found = await Promise.all([read("cat"), read("dog"), read("cat"), read("missing")]);
  expect(found).toEqual(["the cat", "the dog", "the cat", null]);
  expect(reads).toEqual([["cat", "dog", "missing"]]);
  expect(await read("cat")).toBe("the cat");
  expect(reads).toHaveLength(2);
});

test("a failure reaches every caller, and the next turn tries again", async () => {
  let isDown = true;
  const read = batched(async (keys) => {
    if (isDown) throw new Error("The database is down");
    return new Map(keys.map((key) => [key, key]));
  });
  const outcomes = await Promise.allSettled([read("cat"), read("dog")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isDown = false;
  expect(await read("cat")).toBe("cat");
});

test("keys requested during a read wait for the next one, even a key that is being read", async () => {
  const reads: string[][] = [];
  const release: (() => void)[] = [];
  const read = batched(async (keys) => {
    reads.push(keys);
    await new Promise<void>((resolve) => release.push(resolve));
    return new Map(keys.map((key) => [key, `${key} as of read ${reads.length}`]));
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = read("cat");
  await turn();
  const later = [read("dog"), read("cat")];
  await turn();
  later.push(read("fox"));
  await turn();
  expect(reads).toEqual([["cat"]]);
  release.shift()?.();
  expect(await first).toBe("cat as of read 1");
  await turn();
  expect(reads).toEqual([["cat"], ["dog", "cat", "fox"]]);
  release.shift()?.();
  expect(await Promise.all(later)).toEqual(["dog", "cat", "fox"].map((key) => `${key} as of read 2`));
});
