import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { DiskStorage } from "@/lib/platform/storage/disk-storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { seededRandom } from "@/tests/support/seeded-random";
import { stageChunk, testStorageContract } from "@/tests/support/storage-contract";

let root: string;
let storage: DiskStorage;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "keepsake-disk-"));
  storage = new DiskStorage(path.join(root, "media"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const temporaries = () => readdir(path.join(root, "media", ".tmp")).catch(() => []);

describe("disk storage", () => {
  testStorageContract(async () => {
    await storage.verifyRoot({ expectExisting: false });
    return {
      storage,
      sibling: new DiskStorage(path.join(root, "media")),
      countTemporaries: async () => (await temporaries()).length,
    };
  });
});

describe("the disk under the storage", () => {
  test("an empty root where files are expected counts as an unmounted disk", async () => {
    const unmounted = expect.objectContaining({ code: "unmounted" });
    await expect(storage.verifyRoot({ expectExisting: true })).rejects.toEqual(unmounted);
    await mkdir(path.join(root, "media"));
    await expect(storage.verifyRoot({ expectExisting: true })).rejects.toEqual(unmounted);
    await expect(storage.ready()).rejects.toEqual(expect.objectContaining({ code: "unavailable" }));
    expect(await readdir(path.join(root, "media"))).toEqual([]);
  });

  test("a root that isn't a folder is unreachable", async () => {
    await writeFile(path.join(root, "media"), "");
    await expect(storage.replace("a", Buffer.from("x"))).rejects.toEqual(
      expect.objectContaining({ code: expect.stringMatching(/unavailable|missing/) }),
    );
  });

  test("only temporary files older than a day are removed", async () => {
    const folder = path.join(root, "media", ".tmp");
    await mkdir(folder, { recursive: true });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await writeFile(path.join(folder, "old"), "");
    await utimes(path.join(folder, "old"), yesterday, yesterday);
    await writeFile(path.join(folder, "running"), "");
    expect(await storage.removeStaleTemporaries()).toBe(1);
    expect(await temporaries()).toEqual(["running"]);
  });

  test("the local path is where the bytes are", async () => {
    await storage.replace("a/b.jpg", Buffer.from("seven!!"));
    expect((await stat(storage.localPath("a/b.jpg"))).size).toBe(7);
  });

  test("assembling again after a crash between naming the file and cleaning up gives the same object", async () => {
    await stageChunk(storage, "upload", 0, 0, Buffer.from("film"));
    const staging = path.join(root, "media", ".staging");
    await mkdir(path.join(root, "media", "a"));
    await link(path.join(staging, "upload.data"), storage.localPath("a/film"));
    await copyFile(path.join(staging, "upload.map"), path.join(staging, "kept.map"));
    expect((await storage.assemble("upload", { chunkCount: 1, bytes: 4 }, "a/film")).bytes).toBe(4);
    expect(await readdir(staging)).toEqual(["kept.map"]);
  });

  describe("a power cut", () => {
    const plan = { chunkCount: 3, bytes: 12 };
    const staged = (name: string) => path.join(root, "media", ".staging", name);
    const sendChunk = (index: number) =>
      stageChunk(storage, "upload", index, index * 4, Buffer.from(`par${index}`));
    const lacking = (chunks: number[]) => expect.objectContaining({ code: "incomplete", chunks });

    beforeEach(async () => {
      for (const index of [0, 1, 2]) await sendChunk(index);
      // The power cut stopped the server, too.
      storage = new DiskStorage(path.join(root, "media"));
    });

    test("that left a chunk's record without its bytes is noticed, and only that chunk is requested again", async () => {
      const data = await open(staged("upload.data"), "r+");
      await data.write(Buffer.alloc(4), 0, 4, 4);
      await data.close();
      await expect(storage.assemble("upload", plan, "a/film")).rejects.toEqual(lacking([1]));
      expect(await storage.stat("a/film")).toBeNull();
      await sendChunk(1);
      await storage.assemble("upload", plan, "a/film");
      expect(await readFile(storage.localPath("a/film"), "utf8")).toBe("par0par1par2");
    });

    test("that cut the file short is noticed by the chunks after the cut", async () => {
      await truncate(staged("upload.data"), 7);
      await expect(storage.assemble("upload", plan, "a/film")).rejects.toEqual(lacking([1, 2]));
      await sendChunk(1);
      await sendChunk(2);
      expect((await storage.assemble("upload", plan, "a/film")).bytes).toBe(12);
    });

    test("that lost the records is noticed for all chunks", async () => {
      await rm(staged("upload.map"));
      await expect(storage.assemble("upload", plan, "a/film")).rejects.toEqual(lacking([0, 1, 2]));
    });
  });

  describe("parts that are hashed while others are still to come", () => {
    const chunkBytes = 1024 * 1024;
    const perPart = 4;
    const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

    async function sendPart(part: number, chunks: readonly Buffer[]): Promise<void> {
      const writer = storage.chunkWriter("upload");
      for (const [at, bytes] of chunks.entries()) {
        const index = part * perPart + at;
        await writer.write({ index, offset: index * chunkBytes, bytes, crc32: crc32(bytes) });
      }
      await writer.close();
    }
    const newPart = () => Array.from({ length: perPart }, () => randomBytes(chunkBytes));

    test.each([1, 2, 3, 4, 5])(
      "arrive in any order, some of them again with other bytes (%d)",
      async (seed) => {
        const random = seededRandom(seed);
        const parts = [0, 1, 2, 3];
        const shuffled = [...parts].sort(() => random() - 0.5);
        const again = parts.filter(() => random() < 0.3);
        const last = new Map<number, Buffer[]>();
        for (const part of [...shuffled, ...again]) {
          const chunks = newPart();
          last.set(part, chunks);
          await sendPart(part, chunks);
        }
        const whole = Buffer.concat(parts.flatMap((part) => last.get(part) ?? []));
        const plan = { chunkCount: parts.length * perPart, bytes: whole.length };
        expect((await storage.assemble("upload", plan, "a/film")).sha256).toBe(sha256(whole));
        expect((await readFile(storage.localPath("a/film"))).equals(whole)).toBe(true);
      },
    );

    const accounting = "/proc/self/io";
    /** The bytes that this process has read from any file. */
    const readBytes = async () => Number(/^rchar: (\d+)$/m.exec(await readFile(accounting, "utf8"))?.[1]);

    (existsSync(accounting) ? test : test.skip)("come in order, and aren't read again", async () => {
      const parts = [newPart(), newPart(), newPart()];
      const before = await readBytes();
      for (const [part, chunks] of parts.entries()) await sendPart(part, chunks);
      const whole = Buffer.concat(parts.flat());
      const plan = { chunkCount: 3 * perPart, bytes: whole.length };
      expect((await storage.assemble("upload", plan, "a/film")).sha256).toBe(sha256(whole));
      // Anything else this process reads is far less than the two parts that came in order.
      expect((await readBytes()) - before).toBeLessThan(whole.length / 2);
    });

    test("arrive in several calls at once, even the same chunks with other bytes", async () => {
      const [one, two, three] = [newPart(), newPart(), newPart()];
      const plan = { chunkCount: 3 * perPart, bytes: 3 * perPart * chunkBytes };
      for (let round = 0; round < 8; round++) {
        await Promise.all([sendPart(0, one), sendPart(1, two), sendPart(1, newPart()), sendPart(2, three)]);
        const key = `a/film-${round}`;
        const made = await storage.assemble("upload", plan, key).catch((error) => error);
        // Preventing conflicting chunks is the database's job; the file made of them must match what was hashed.
        if (made instanceof StorageError) expect(made.code).toBe("incomplete");
        else expect(made.sha256).toBe(sha256(await readFile(storage.localPath(key))));
        await storage.dropChunks("upload");
      }
    });

    test("are read again by a server that was started since", async () => {
      for (const part of [0, 1]) await sendPart(part, newPart());
      const data = await open(path.join(root, "media", ".staging", "upload.data"), "r+");
      await data.write(Buffer.alloc(4), 0, 4, chunkBytes);
      await data.close();
      const plan = { chunkCount: 2 * perPart, bytes: 2 * perPart * chunkBytes };
      const restarted = new DiskStorage(path.join(root, "media"));
      await expect(restarted.assemble("upload", plan, "a/film")).rejects.toEqual(
        expect.objectContaining({ code: "incomplete", chunks: [1] }),
      );
    });

    test("of another upload with the same name, begun after the first was cancelled, are its own", async () => {
      await sendPart(0, newPart());
      await storage.dropChunks("upload");
      const chunks = newPart();
      await sendPart(0, chunks);
      const plan = { chunkCount: perPart, bytes: perPart * chunkBytes };
      const whole = Buffer.concat(chunks);
      expect((await storage.assemble("upload", plan, "a/film")).sha256).toBe(sha256(whole));
    });
  });
});
