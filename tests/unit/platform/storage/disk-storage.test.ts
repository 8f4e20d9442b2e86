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
import { DiskStorage } from "@/lib/platform/storage/disk-storage";
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
  test("an empty root where files are expected is taken for an unmounted disk", async () => {
    const unmounted = expect.objectContaining({ code: "unmounted" });
    await expect(storage.verifyRoot({ expectExisting: true })).rejects.toEqual(unmounted);
    await mkdir(path.join(root, "media"));
    await expect(storage.verifyRoot({ expectExisting: true })).rejects.toEqual(unmounted);
    await expect(storage.ready()).rejects.toEqual(expect.objectContaining({ code: "unavailable" }));
    expect(await readdir(path.join(root, "media"))).toEqual([]);
  });

  test("a root that isn't a folder can't be reached", async () => {
    await writeFile(path.join(root, "media"), "");
    await expect(storage.replace("a", Buffer.from("x"))).rejects.toEqual(
      expect.objectContaining({ code: expect.stringMatching(/unavailable|missing/) }),
    );
  });

  test("only temporary files of a day ago are removed", async () => {
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

  test("assembling again after a crash between naming the file and tidying up gives the same object", async () => {
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
    });

    test("that left a chunk's record without its bytes is noticed, and only that chunk is asked for again", async () => {
      const data = await open(staged("upload.data"), "r+");
      await data.write(Buffer.alloc(4), 0, 4, 4);
      await data.close();
      await expect(storage.assemble("upload", plan, "a/film")).rejects.toEqual(lacking([1]));
      expect(await storage.stat("a/film")).toBeNull();
      await sendChunk(1);
      await storage.assemble("upload", plan, "a/film");
      expect(await readFile(storage.localPath("a/film"), "utf8")).toBe("par0par1par2");
    });

    test("that cut the file short is noticed by the chunks behind the cut", async () => {
      await truncate(staged("upload.data"), 7);
      await expect(storage.assemble("upload", plan, "a/film")).rejects.toEqual(lacking([1, 2]));
      await sendChunk(1);
      await sendChunk(2);
      expect((await storage.assemble("upload", plan, "a/film")).bytes).toBe(12);
    });

    test("that took the records is noticed by all chunks", async () => {
      await rm(staged("upload.map"));
      await expect(storage.assemble("upload", plan, "a/film")).rejects.toEqual(lacking([0, 1, 2]));
    });
  });
});
