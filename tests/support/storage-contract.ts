import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { freeing } from "@/lib/platform/files/blocks";
import type { Storage, StorageErrorCode } from "@/lib/platform/storage/storage-driver";

export interface StorageUnderTest {
  storage: Storage;
  /** Another storage in the same place, like a second server's. */
  sibling: Storage;
  /** Files of unfinished writes on this machine. */
  countTemporaries: () => Promise<number>;
}

const mebibyte = 1024 * 1024;

/** Stages one chunk, as a call that brings one does. */
export async function stageChunk(
  storage: Storage,
  uploadId: string,
  chunkIndex: number,
  offset: number,
  bytes: Uint8Array,
): Promise<void> {
  const writer = storage.chunkWriter(uploadId);
  try {
    await writer.write({ index: chunkIndex, offset, bytes, crc32: crc32(bytes) });
  } finally {
    await writer.close();
  }
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Copies that are freed after their turn, as the pieces of a request are. */
async function* pieces(bytes: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  async function* copies() {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield new Uint8Array(bytes.subarray(at, at + pieceBytes));
  }
  yield* freeing(copies());
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of stream) blocks.push(block);
  return Buffer.concat(blocks);
}

const refusedWith = (code: StorageErrorCode) => expect.objectContaining({ name: "StorageError", code });
const lacking = (chunks: number[]) =>
  expect.objectContaining({ name: "StorageError", code: "incomplete", chunks });

/** What every storage driver must do. `make` returns an empty, verified storage; called before each test. */
export function testStorageContract(make: () => Promise<StorageUnderTest>): void {
  let storage: Storage;
  let sibling: Storage;
  let countTemporaries: StorageUnderTest["countTemporaries"];
  let key: string;

  const write = (bytes: Uint8Array, at = key, maxBytes = 100 * mebibyte) =>
    storage.write(at, pieces(bytes), { maxBytes });
  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const object of storage.list(prefix)) found.push(object.key);
    return found.sort();
  };
  const expectNothingLeft = async () => {
    expect(await keys("")).toEqual([]);
    expect(await countTemporaries()).toBe(0);
  };

  beforeEach(async () => {
    ({ storage, sibling, countTemporaries } = await make());
    key = `families/${randomUUID()}/originals/${randomUUID()}.jpg`;
  });

  describe("writing", () => {
    test.each([0, 1, 65_536, mebibyte, 3 * mebibyte + 7])(
      "an object of %d bytes reads back with its hash",
      async (bytes) => {
        const content = randomBytes(bytes);
        expect(await write(content)).toEqual({ bytes, sha256: sha256(content) });
        expect(sha256(await collect(await sibling.read(key)))).toBe(sha256(content));
        expect(await storage.stat(key)).toEqual({ bytes });
        expect(await countTemporaries()).toBe(0);
      },
    );

    test("an object written without a hash reads back too, and can't be written again", async () => {
      const content = randomBytes(2 * mebibyte + 1);
      const options = { maxBytes: content.length, skipsHash: true };
      expect(await storage.write(key, pieces(content), options)).toMatchObject({ bytes: content.length });
      expect(await collect(await sibling.read(key))).toEqual(content);
      await expect(storage.write(key, pieces(content), options)).rejects.toEqual(refusedWith("exists"));
    });

    test("a taken key keeps its first object", async () => {
      const first = randomBytes(1000);
      await write(first);
      await expect(write(randomBytes(2000))).rejects.toEqual(refusedWith("exists"));
      expect(await collect(await storage.read(key))).toEqual(first);
      expect(await countTemporaries()).toBe(0);
    });

    test("exactly one of several concurrent writes wins, and the object is the winner's", async () => {
      const contents = [randomBytes(200_000), randomBytes(200_001), randomBytes(200_002)];
      const results = await Promise.allSettled(
        contents.map((content, at) =>
          (at === 1 ? sibling : storage).write(key, pieces(content), { maxBytes: mebibyte }),
        ),
      );
      const winners = results.filter((result) => result.status === "fulfilled");
      const losers = results.filter((result) => result.status === "rejected");
      expect(winners).toHaveLength(1);
      for (const loser of losers) expect(loser.reason).toEqual(refusedWith("exists"));
      expect(sha256(await collect(await storage.read(key)))).toBe(winners[0]?.value.sha256);
    });

    test("exactly the limit is accepted, one byte more leaves nothing", async () => {
      await write(randomBytes(mebibyte), `${key}-whole`, mebibyte);
      await storage.delete(`${key}-whole`);
      await expect(write(randomBytes(mebibyte + 1), key, mebibyte)).rejects.toEqual(refusedWith("too_large"));
      await expectNothingLeft();
    });

    test("an endless source is cut off at the limit", async () => {
      let given = 0;
      async function* endless() {
        for (;;) {
          given += mebibyte;
          yield Buffer.alloc(mebibyte);
        }
      }
      await expect(storage.write(key, endless(), { maxBytes: 3 * mebibyte })).rejects.toEqual(
        refusedWith("too_large"),
      );
      expect(given).toBeLessThanOrEqual(5 * mebibyte);
      await expectNothingLeft();
    });

    test("an interrupted source leaves nothing, and its error is passed on", async () => {
      const broken = new Error("the phone went away");
      async function* breaking() {
        yield randomBytes(2 * mebibyte);
        throw broken;
      }
      await expect(storage.write(key, breaking(), { maxBytes: 100 * mebibyte })).rejects.toBe(broken);
      expect(await storage.stat(key)).toBeNull();
      await expectNothingLeft();
    });

    test("replacing puts new bytes in the place of old ones, from memory and from a file", async () => {
      await storage.replace(key, Buffer.from("old"));
      await storage.replace(key, Buffer.from("newer"));
      expect(String(await collect(await storage.read(key)))).toBe("newer");
      const folder = await mkdtemp(path.join(tmpdir(), "keepsake-contract-"));
      const content = randomBytes(2 * mebibyte + 3);
      await writeFile(path.join(folder, "film"), content);
      await storage.replace(key, { file: path.join(folder, "film") });
      await rm(folder, { recursive: true });
      expect(sha256(await collect(await storage.read(key)))).toBe(sha256(content));
      expect(await countTemporaries()).toBe(0);
    });
  });

  describe("reading", () => {
    const content = Buffer.from("0123456789");

    test.each([
      [{ start: 0, end: 0 }, "0"],
      [{ start: 9, end: 9 }, "9"],
      [{ start: 3, end: 5 }, "345"],
      [{ start: 0, end: 9 }, "0123456789"],
      [{ start: 8, end: 500 }, "89"],
    ])("the range %o", async (range, expected) => {
      await write(content);
      expect(String(await collect(await storage.read(key, range)))).toBe(expected);
    });

    test.each([[{ start: 10, end: 10 }], [{ start: 11, end: 20 }], [{ start: 5, end: 4 }]])(
      "the range %o is refused",
      async (range) => {
        await write(content);
        await expect(storage.read(key, range)).rejects.toEqual(refusedWith("bad_range"));
      },
    );

    test("a range across the boundary of blocks", async () => {
      const large = randomBytes(2 * mebibyte + 10);
      await write(large);
      const range = { start: mebibyte - 3, end: 2 * mebibyte + 4 };
      const read = await collect(await storage.read(key, range));
      expect(read.equals(large.subarray(range.start, range.end + 1))).toBe(true);
    });

    test("a nonexistent object is missing for every reader", async () => {
      await expect(storage.read(key)).rejects.toEqual(refusedWith("missing"));
      await expect(storage.withLocalFile(key, async () => "used")).rejects.toEqual(refusedWith("missing"));
      expect(await storage.stat(key)).toBeNull();
    });

    test("a local file contains the object while it is in use", async () => {
      const large = randomBytes(mebibyte + 1);
      await write(large);
      const found = await storage.withLocalFile(key, async (file) => sha256(await readFile(file)));
      expect(found).toBe(sha256(large));
      await expect(
        storage.withLocalFile(key, async () => {
          throw new Error("not a picture");
        }),
      ).rejects.toThrow("not a picture");
      expect(await countTemporaries()).toBe(0);
      expect(await storage.stat(key)).toEqual({ bytes: large.length });
    });

    test("a reader that stops early leaves the object intact", async () => {
      const large = randomBytes(3 * mebibyte);
      await write(large);
      for await (const block of await storage.read(key)) {
        expect(block.length).toBeGreaterThan(0);
        break;
      }
      expect(sha256(await collect(await storage.read(key)))).toBe(sha256(large));
    });
  });

  describe("deleting and listing", () => {
    test("a deleted object is gone, and deleting it again is fine", async () => {
      await write(randomBytes(10));
      await storage.delete(key);
      await storage.delete(key);
      expect(await storage.stat(key)).toBeNull();
    });

    test("a prefix lists every key that starts with it, whole folder names or not", async () => {
      for (const name of ["a/1", "a/2/3", "ab/4", "b"]) await write(Buffer.from(name), name);
      await stageChunk(storage, "upload-1", 0, 0, Buffer.from("staged"));
      expect(await keys("")).toEqual(["a/1", "a/2/3", "ab/4", "b"]);
      expect(await keys("a")).toEqual(["a/1", "a/2/3", "ab/4"]);
      expect(await keys("a/")).toEqual(["a/1", "a/2/3"]);
      expect(await keys("a/2")).toEqual(["a/2/3"]);
      expect(await keys("nothing/here")).toEqual([]);
    });

    test("listing reports length and age", async () => {
      await write(randomBytes(77));
      for await (const object of storage.list("families/")) {
        expect(object).toMatchObject({ key, bytes: 77 });
        expect(Math.abs(Date.now() - object.modifiedAt.getTime())).toBeLessThan(60_000);
      }
      expect(await keys("families/")).toEqual([key]);
    });
  });

  // An S3 server assembles large chunks itself.
  describe.each([
    ["1 MiB", mebibyte],
    ["8 MiB", 8 * mebibyte],
  ])("chunks of %s", (_, chunkBytes) => {
    const content = randomBytes(2 * chunkBytes + 500_000);
    const plan = { chunkCount: 3, bytes: content.length };
    const sendChunk = (index: number, to = storage) =>
      stageChunk(
        to,
        "upload-1",
        index,
        index * chunkBytes,
        content.subarray(index * chunkBytes, (index + 1) * chunkBytes),
      );

    test("sent out of order, repeatedly, concurrently and through two servers, they make the object", async () => {
      await sendChunk(2);
      await Promise.all([sendChunk(0), sendChunk(0, sibling), sendChunk(2, sibling)]);
      await sendChunk(1, sibling);
      expect(await storage.assemble("upload-1", plan, key)).toEqual({
        bytes: content.length,
        sha256: sha256(content),
      });
      expect(sha256(await collect(await storage.read(key)))).toBe(sha256(content));
      expect(await countTemporaries()).toBe(0);
    });

    test("one writer stages any chunks, in any order and again", async () => {
      const chunk = (index: number) => {
        const bytes = content.subarray(index * chunkBytes, (index + 1) * chunkBytes);
        return { index, offset: index * chunkBytes, bytes, crc32: crc32(bytes) };
      };
      const writer = storage.chunkWriter("upload-1");
      await Promise.all([2, 0].map((index) => writer.write(chunk(index))));
      await writer.close();
      await expect(storage.assemble("upload-1", plan, key)).rejects.toEqual(lacking([1]));
      const another = storage.chunkWriter("upload-1");
      await another.write(chunk(1));
      await another.write(chunk(0));
      await another.close();
      expect((await storage.assemble("upload-1", plan, key)).sha256).toBe(sha256(content));
    });

    test("a writer that wrote nothing leaves nothing", async () => {
      await storage.chunkWriter("upload-1").close();
      await expect(storage.assemble("upload-1", plan, key)).rejects.toEqual(lacking([0, 1, 2]));
    });

    test("a missing chunk in the middle is reported, and sending it later completes the upload", async () => {
      await sendChunk(0);
      await sendChunk(2);
      await expect(storage.assemble("upload-1", plan, key)).rejects.toEqual(lacking([1]));
      expect(await storage.stat(key)).toBeNull();
      await sendChunk(1);
      expect((await storage.assemble("upload-1", plan, key)).sha256).toBe(sha256(content));
    });

    test("a missing last chunk is reported", async () => {
      await sendChunk(0);
      await sendChunk(1);
      await expect(storage.assemble("upload-1", plan, key)).rejects.toEqual(lacking([2]));
    });

    test("an upload that has received nothing lacks every chunk", async () => {
      await expect(storage.assemble("upload-1", plan, key)).rejects.toEqual(lacking([0, 1, 2]));
    });

    test("a chunk's memory can be used again once it is staged", async () => {
      const memory = Buffer.alloc(chunkBytes);
      for (const index of [0, 1, 2]) {
        const chunk = content.subarray(index * chunkBytes, (index + 1) * chunkBytes);
        memory.set(chunk);
        await stageChunk(storage, "upload-1", index, index * chunkBytes, memory.subarray(0, chunk.length));
      }
      expect((await storage.assemble("upload-1", plan, key)).sha256).toBe(sha256(content));
    });

    test.each([-1, 1])("a promised length that is wrong by %d keeps the staging", async (difference) => {
      for (const index of [0, 1, 2]) await sendChunk(index);
      const wrong = { ...plan, bytes: plan.bytes + difference };
      await expect(storage.assemble("upload-1", wrong, key)).rejects.toEqual(refusedWith("incomplete"));
      expect(await storage.stat(key)).toBeNull();
      expect((await storage.assemble("upload-1", plan, key)).bytes).toBe(plan.bytes);
    });

    test("assembling an upload into a taken key is refused, and keeps its staging", async () => {
      await write(Buffer.from("first"));
      for (const index of [0, 1, 2]) await sendChunk(index);
      await expect(storage.assemble("upload-1", plan, key)).rejects.toEqual(refusedWith("exists"));
      expect(String(await collect(await storage.read(key)))).toBe("first");
      expect((await storage.assemble("upload-1", plan, `${key}-2`)).sha256).toBe(sha256(content));
    });

    test("dropped chunks are gone, those of other uploads stay", async () => {
      await sendChunk(0);
      await stageChunk(storage, "upload-10", 0, 0, Buffer.from("other"));
      await storage.dropChunks("upload-1");
      await storage.dropChunks("upload-1");
      await sendChunk(1);
      await sendChunk(2);
      await expect(storage.assemble("upload-1", plan, key)).rejects.toEqual(refusedWith("incomplete"));
      const other = await storage.assemble("upload-10", { chunkCount: 1, bytes: 5 }, key);
      expect(other.sha256).toBe(sha256(Buffer.from("other")));
    });

    test("an assembled upload can't be assembled again", async () => {
      await stageChunk(storage, "upload-1", 0, 0, Buffer.from("once"));
      await storage.assemble("upload-1", { chunkCount: 1, bytes: 4 }, key);
      await expect(storage.assemble("upload-1", { chunkCount: 1, bytes: 4 }, `${key}-2`)).rejects.toEqual(
        refusedWith("incomplete"),
      );
    });
  });

  describe("keys", () => {
    const odd = [
      "",
      "/",
      "/etc/passwd",
      "..",
      "a/../b",
      "a/./b",
      "a//b",
      "a/",
      ".tmp/x",
      "a/.hidden",
      "a\\b",
      "a\0b",
      "ä",
      "a b",
      "%2e%2e/x",
      "a".repeat(300),
      `${"a/".repeat(600)}a`,
    ];

    test.each(odd)("the odd key %j is refused everywhere", async (oddKey) => {
      const bytes = Buffer.from("x");
      const refused = refusedWith("bad_key");
      await expect(storage.write(oddKey, pieces(bytes), { maxBytes: 10 })).rejects.toEqual(refused);
      await expect(storage.replace(oddKey, bytes)).rejects.toEqual(refused);
      await expect(storage.read(oddKey)).rejects.toEqual(refused);
      await expect(storage.stat(oddKey)).rejects.toEqual(refused);
      await expect(storage.delete(oddKey)).rejects.toEqual(refused);
      await expect(storage.withLocalFile(oddKey, async () => 1)).rejects.toEqual(refused);
      await expect(storage.assemble("upload-1", { chunkCount: 1, bytes: 1 }, oddKey)).rejects.toEqual(
        refused,
      );
      expect(() => storage.localPath(oddKey)).toThrow(refused);
    });

    test.each(["", "..", "a/b", ".x", "a b"])("the odd upload id %j is refused", async (uploadId) => {
      const refused = refusedWith("bad_key");
      expect(() => storage.chunkWriter(uploadId)).toThrow(refused);
      await expect(storage.assemble(uploadId, { chunkCount: 1, bytes: 1 }, key)).rejects.toEqual(refused);
      await expect(storage.dropChunks(uploadId)).rejects.toEqual(refused);
    });

    test("an odd prefix is refused", async () => {
      await expect(keys("../")).rejects.toEqual(refusedWith("bad_key"));
    });
  });

  describe("the root", () => {
    test("a verified root is ready and recognised again, by other servers too", async () => {
      await storage.ready();
      await sibling.verifyRoot({ expectExisting: true });
      expect(await keys("")).toEqual([]);
    });
  });
}
