import fc from "fast-check";
import { Blocks, free, freeing } from "@/lib/platform/files/blocks";

async function* each(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

test("whatever the pieces, even ones that are freed after their turn: whole blocks in order, and one with the rest", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 16 }),
      async (pieces, blockBytes) => {
        const whole = Buffer.concat(pieces);
        const blocks = new Blocks(blockBytes);
        const sizes: number[] = [];
        const gathered: Buffer[] = [];
        let before: Buffer | undefined;
        for await (const block of blocks.gather(freeing(each(pieces)))) {
          sizes.push(block.length);
          // The previous block must still be intact: it may be on its way to the disk.
          if (before) gathered.push(Buffer.from(before));
          before = block;
        }
        if (before) gathered.push(Buffer.from(before));
        blocks.free();
        expect(Buffer.concat(gathered).equals(whole)).toBe(true);
        expect(sizes.slice(0, -1).every((size) => size === blockBytes)).toBe(true);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(whole.length);
      },
    ),
  );
});

test("with one block all blocks share the same memory, each intact until the next is requested", async () => {
  const blocks = new Blocks(4, 1);
  const seen: string[] = [];
  const memory = new Set<ArrayBufferLike>();
  for await (const block of blocks.gather(
    each([Buffer.from("abc"), Buffer.from("defgh"), Buffer.from("ij")]),
  )) {
    seen.push(block.toString());
    memory.add(block.buffer);
  }
  blocks.free();
  expect(seen).toEqual(["abcd", "efgh", "ij"]);
  expect(memory.size).toBe(1);
});

test("a buffer with its own memory is freed, one that shares memory stays", () => {
  const own = Buffer.alloc(100_000, 7);
  const shared = own.subarray(0, 10);
  free(shared);
  expect(shared[0]).toBe(7);
  free(own);
  expect([own.length, shared.length]).toEqual([0, 0]);
  free(own);
  const small = Buffer.from("of the pool");
  free(small);
  expect(small.toString()).toBe("of the pool");
});

test("a piece is freed when the next is requested, not before", async () => {
  const [one, two] = [new Uint8Array(10), new Uint8Array(20)];
  const pieces = freeing(each([one, two]));
  await pieces.next();
  expect(one.length).toBe(10);
  await pieces.next();
  expect([one.length, two.length]).toEqual([0, 20]);
  await pieces.next();
  expect(two.length).toBe(0);
});
