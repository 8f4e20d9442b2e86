import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { type TarEntry, tarOf, untar } from "@/lib/platform/files/tar";

async function* inBlocks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of source) blocks.push(Buffer.from(block));
  return Buffer.concat(blocks);
}

const entry = (name: string, content: Buffer, bytes = content.length): TarEntry => ({
  name,
  bytes,
  content: inBlocks(content, 1000),
});

const entries = () => [
  { name: "base/", bytes: 0, content: [] },
  entry("base/empty", Buffer.alloc(0)),
  entry("base/one", Buffer.from("1")),
  entry("base/block", Buffer.alloc(512, "b")),
  entry("large", Buffer.alloc(100_001, "l")),
];

test("packed files are unpacked, however the archive is cut into blocks", async () => {
  const archive = await whole(tarOf(entries()));
  for (const size of [1, 511, 512, 70_000, archive.length]) {
    const found: [string, string][] = [];
    for await (const { name, content } of untar(inBlocks(archive, size)))
      found.push([name, (await whole(content)).toString()]);
    expect(found).toEqual([
      ["base/", ""],
      ["base/empty", ""],
      ["base/one", "1"],
      ["base/block", "b".repeat(512)],
      ["large", "l".repeat(100_001)],
    ]);
  }
});

test("unread entries are skipped", async () => {
  const names: string[] = [];
  for await (const { name } of untar(inBlocks(await whole(tarOf(entries())), 1000))) names.push(name);
  expect(names).toEqual(["base/", "base/empty", "base/one", "base/block", "large"]);
});

test("a file that has grown or shrunk keeps the length that was announced", async () => {
  const archive = tarOf([entry("grown", Buffer.from("abcdef"), 3), entry("shrunk", Buffer.from("ab"), 4)]);
  const found: string[] = [];
  for await (const { content } of untar(archive)) found.push((await whole(content)).toString("latin1"));
  expect(found).toEqual(["abc", "ab\0\0"]);
});

test("a truncated archive is an error", async () => {
  const archive = await whole(tarOf(entries()));
  for (const bytes of [0, 100, 512, 3000, archive.length - 1024]) {
    const read = async () => {
      for await (const { content } of untar(inBlocks(archive.subarray(0, bytes), 1000))) await whole(content);
    };
    await expect(read()).rejects.toThrow("cut off");
  }
});

test("tar can unpack the archive, even compressed", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-tar-"));
  try {
    const compressed = Readable.from(tarOf(entries()), { objectMode: false }).compose(createGzip());
    const archive = await whole(compressed as AsyncIterable<Uint8Array>);
    writeFileSync(path.join(folder, "archive.tar.gz"), archive);
    execFileSync("tar", ["-xzf", "archive.tar.gz"], { cwd: folder });
    expect(readFileSync(path.join(folder, "large"), "utf8")).toBe("l".repeat(100_001));
    expect(readFileSync(path.join(folder, "base/one"), "utf8")).toBe("1");
    const back = Readable.from(inBlocks(archive, 999), { objectMode: false }).compose(createGunzip());
    const names: string[] = [];
    for await (const { name } of untar(back as AsyncIterable<Uint8Array>)) names.push(name);
    expect(names).toHaveLength(5);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("names too long for a header are written as by tar", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-tar-"));
  try {
    const long = `${"a folder with a long name/".repeat(3)}${"photo ".repeat(20)}Ümläut.jpg`;
    mkdirSync(path.join(folder, path.dirname(long)), { recursive: true });
    writeFileSync(path.join(folder, long), "long");
    for (const format of ["gnu", "pax", "ustar"]) {
      if (format === "ustar" && long.length > 200) continue;
      const archive = execFileSync("tar", ["-c", `--format=${format}`, "-C", folder, "."]);
      const found = new Map<string, string>();
      for await (const { name, content } of untar(inBlocks(archive, 700))) {
        found.set(name.replace(/^\.\//, ""), (await whole(content)).toString());
      }
      expect(found.get(long)).toBe("long");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a truncated or invalid archive is an error", async () => {
  const archive = await whole(tarOf(entries()));
  const read = async (bytes: Buffer) => {
    for await (const { content } of untar(inBlocks(bytes, 1000))) await whole(content);
  };
  await expect(read(archive.subarray(0, 1_000))).rejects.toThrow("cut off");
  const nonsense = Buffer.from(archive);
  nonsense.write("zzzzzzzzzzz", 512 + 124);
  await expect(read(nonsense)).rejects.toThrow("damaged");
});
