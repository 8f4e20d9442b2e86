import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { ZipFile } from "yazl";
import type { ByteSource } from "@/lib/platform/files/byte-source";
import { ZipLayout } from "@/lib/platform/files/zip-layout";
import { type ZipMember, ZipReader } from "@/lib/platform/files/zip-reader";
import { zipBytes } from "@/lib/platform/files/zip-stream";

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function pack(files: Record<string, Buffer>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(content, path, { compress });
  zip.end();
  return gather(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
}

interface Watched extends ByteSource {
  readBytes: number;
}

function sourceOf(bytes: Buffer): Watched {
  const source: Watched = {
    bytes: bytes.length,
    readBytes: 0,
    read: async ({ start, end } = { start: 0, end: bytes.length - 1 }) => {
      const part = bytes.subarray(start, end + 1);
      source.readBytes += part.length;
      return Readable.from([part], { objectMode: false });
    },
  };
  return source;
}

async function listed(source: ByteSource): Promise<{ zip: ZipReader; members: ZipMember[] }> {
  const zip = await ZipReader.open(source);
  const members: ZipMember[] = [];
  for await (const member of zip.list()) members.push(member);
  return { zip, members };
}

/** The same archive with every occurrence of a name replaced by another of the same length. */
function renamed(archive: Buffer, from: string, to: string): Buffer {
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from, at + 1))
    changed.write(to, at, "latin1");
  return changed;
}

test("lists the archive's files and reads them in any order, compressed or not", async () => {
  const files = {
    "a/one.txt": Buffer.from("one".repeat(1_000)),
    "b/Ümläut 🌞.jpg": randomBytes(100_000),
    empty: Buffer.alloc(0),
  };
  for (const compress of [true, false]) {
    const { zip, members } = await listed(sourceOf(await pack(files, compress)));
    expect(members.map(({ name, bytes, refusal }) => [name, bytes, refusal])).toEqual(
      Object.entries(files).map(([name, content]) => [name, content.length, null]),
    );
    for (const member of members.toReversed()) {
      expect(await gather(zip.read(member))).toEqual(files[member.name as keyof typeof files]);
    }
    zip.close();
  }
});

test("a small file costs a small read, however large the archive is", async () => {
  const archive = await pack(
    { "large.jpg": randomBytes(5_000_000), "large.jpg.json": Buffer.from("{}") },
    false,
  );
  const source = sourceOf(archive);
  const { zip, members } = await listed(source);
  const before = source.readBytes;
  expect((await gather(zip.read(members[1] as ZipMember))).toString()).toBe("{}");
  expect(source.readBytes - before).toBeLessThan(20_000);
  expect(source.readBytes).toBeLessThan(archive.length / 4);
});

test("a file beyond 4 GB is read at its place", async () => {
  const small = randomBytes(1_000);
  const file = (name: string, bytes: number) => ({
    name,
    bytes,
    modifiedAt: new Date("2024-07-01T12:00:00Z"),
  });
  const layout = new ZipLayout([file("film.mp4", 6_000_000_000), file("small.jpg", small.length)]);
  async function* zeros(bytes: number) {
    for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536));
  }
  const source: ByteSource = {
    bytes: layout.length,
    read: async (range = { start: 0, end: layout.length - 1 }) => {
      const files = {
        read: async (index: number, { start, end }: { start: number; end: number }) =>
          index === 0 ? zeros(end - start + 1) : Readable.from([small.subarray(start, end + 1)]),
        knownCrc: (index: number) => (index === 0 ? 7 : crc32(small)),
        learn: () => {},
      };
      return Readable.from(zipBytes(layout, range, files), { objectMode: false });
    },
  };
  const { zip, members } = await listed(source);
  expect(members.map(({ bytes }) => bytes)).toEqual([6_000_000_000, 1_000]);
  expect(members[1]?.offset).toBeGreaterThan(6_000_000_000);
  expect(await gather(zip.read(members[1] as ZipMember))).toEqual(small);
});

test.each([
  ["leads out of the archive", "../../etc/x", "name"],
  ["is absolute", "/etc/passwd", "name"],
  ["has a drive", "C:/windows/x", "name"],
  ["has a NUL", "photo.jpg\0.sh", "name"],
  ["has a line break", "photo\n1.jpg", "name"],
])("a name that %s is refused, and the others are not", async (_, name, refusal) => {
  const harmless = "x".repeat(name.length);
  const archive = renamed(
    await pack({ [harmless]: Buffer.from("evil"), "good.jpg": Buffer.from("good") }),
    harmless,
    name,
  );
  const { members } = await listed(sourceOf(archive));
  expect(members.map((member) => member.refusal)).toEqual([refusal, null]);
});

test("a bomb is detected before it is unpacked", async () => {
  const { members } = await listed(
    sourceOf(await pack({ "bomb.png": Buffer.alloc(50_000_000), ok: Buffer.alloc(5_000) })),
  );
  expect(members.map(({ refusal }) => refusal)).toEqual(["bomb", null]);
});

test("an archive with overlapping files is refused", async () => {
  const archive = await pack({ "a.jpg": randomBytes(10_000), "b.jpg": randomBytes(10_000) }, false);
  const directory = archive.lastIndexOf(Buffer.from("PK\x01\x02"));
  archive.writeUInt32LE(archive.length, directory + 20);
  archive.writeUInt32LE(archive.length, directory + 24);
  await expect(listed(sourceOf(archive))).rejects.toThrow("overlap");
});

test("a file that is longer, shorter or other than announced is damaged", async () => {
  const content = Buffer.from("a text that compresses, a text that compresses ".repeat(50));
  const { zip, members } = await listed(sourceOf(await pack({ a: content })));
  const [member] = members as [ZipMember];
  for (const change of [{ bytes: 10 }, { bytes: 1_000_000 }, { crc32: 1 }, { offset: 3 }, { method: 99 }]) {
    await expect(gather(zip.read({ ...member, ...change }))).rejects.toMatchObject({ name: "ArchiveError" });
  }
  expect(await gather(zip.read(member))).toEqual(content);
});

test.each([
  ["text", Buffer.from("this is not an archive")],
  ["an empty file", Buffer.alloc(0)],
])("%s isn't an archive", async (_, bytes) => {
  await expect(ZipReader.open(sourceOf(bytes))).rejects.toMatchObject({ name: "ArchiveError" });
});

test("an archive that is truncated, or has any byte changed, is read, refused or damaged, and never hangs", async () => {
  const archive = await pack({ "a.jpg": randomBytes(500), "b.json": Buffer.from('{"title":"b"}') });
  const attempts = [
    ...Array.from({ length: 60 }, (_, at) => archive.subarray(0, Math.floor((archive.length * at) / 60))),
    ...Array.from({ length: 200 }, (_, at) => {
      const changed = Buffer.from(archive);
      const place = Math.floor((archive.length * at) / 200);
      changed[place] = (changed[place] ?? 0) ^ 0xff;
      return changed;
    }),
  ];
  for (const bytes of attempts) {
    try {
      const { zip, members } = await listed(sourceOf(Buffer.from(bytes)));
      for (const member of members) if (member.refusal === null) await gather(zip.read(member));
    } catch (error) {
      expect((error as Error).name).toBe("ArchiveError");
    }
  }
});
