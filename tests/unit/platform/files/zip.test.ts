import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import {
  type Entry,
  fromBuffer,
  fromRandomAccessReader,
  type ZipFile as OpenZip,
  RandomAccessReader,
} from "yauzl";
import { type ZipFile, ZipLayout } from "@/lib/platform/files/zip-layout";
import { type ZipSource, zipBytes } from "@/lib/platform/files/zip-stream";
import { until } from "@/tests/support/until";
import { unzip } from "@/tests/support/zip-files";

const at = new Date("2024-07-01T12:34:56Z");
const file = (name: string, bytes: number): ZipFile => ({ name, bytes, modifiedAt: at });

interface Reads {
  source: ZipSource;
  /** How many bytes of the files were read. */
  read: () => number;
  known: Map<number, number>;
}

/** Files in memory, read in small blocks. */
function filesOf(contents: readonly Buffer[], known = new Map<number, number>()): Reads {
  let bytes = 0;
  async function* blocks(content: Buffer) {
    for (let start = 0; start < content.length; start += 7_000) {
      const block = content.subarray(start, start + 7_000);
      bytes += block.length;
      yield block;
    }
  }
  return {
    source: {
      read: async (index, { start, end }) =>
        blocks(contents[index]?.subarray(start, end + 1) ?? Buffer.alloc(0)),
      knownCrc: (index) => known.get(index),
      learn: (index, crc) => void known.set(index, crc),
    },
    read: () => bytes,
    known,
  };
}

async function collect(
  layout: ZipLayout,
  source: ZipSource,
  start = 0,
  end = layout.length - 1,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipBytes(layout, { start, end }, source)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const contents = [
  randomBytes(20_000),
  Buffer.alloc(0),
  randomBytes(1),
  randomBytes(100_001),
  Buffer.from("end"),
];
const names = ["07 July/beach.jpg", "07 July/empty.jpg", "08 August/größer 海.jpg", "clip.mp4", "end.txt"];
const layout = new ZipLayout(names.map((name, index) => file(name, contents[index]?.length ?? 0)));

test("a ZIP has the length it announced, and returns the files under their names", async () => {
  const bytes = await collect(layout, filesOf(contents).source);
  expect(bytes.length).toBe(layout.length);
  const files = await unzip(bytes);
  expect([...files.keys()]).toEqual(names);
  expect([...files.values()].map(sha256)).toEqual(contents.map(sha256));
});

test("is the same ZIP whether the CRC-32s are known or computed, and reads nothing twice", async () => {
  const first = filesOf(contents);
  const whole = await collect(layout, first.source);
  const total = contents.reduce((sum, { length }) => sum + length, 0);
  expect(first.read()).toBe(total);
  expect([...first.known].map(([, crc]) => crc)).toEqual(contents.map((content) => crc32(content)));
  const second = filesOf(contents, first.known);
  expect(sha256(await collect(layout, second.source))).toBe(sha256(whole));
  expect(second.read()).toBe(total);
});

test("cut at any byte and resumed there, by a reader that knows nothing, it is the same ZIP", async () => {
  const whole = sha256(await collect(layout, filesOf(contents).source));
  const edges = [1, layout.startOf(1), layout.directoryStart, layout.endStart, layout.length - 1];
  const cuts = [...edges, ...fc.sample(fc.integer({ min: 1, max: layout.length - 1 }), 50)];
  for (const cut of cuts) {
    const before = await collect(layout, filesOf(contents).source, 0, cut - 1);
    const after = await collect(layout, filesOf(contents).source, cut);
    expect([cut, before.length, sha256(Buffer.concat([before, after]))]).toEqual([cut, cut, whole]);
  }
});

test("any range of any ZIP is that part of the whole one", async () => {
  const sizes = fc.array(fc.nat(20_000), { maxLength: 6 });
  const partOf = async (lengths: number[], from: number, count: number) => {
    const files = lengths.map((length) => randomBytes(length));
    const zip = new ZipLayout(files.map(({ length }, index) => file(`${index}.jpg`, length)));
    const whole = await collect(zip, filesOf(files).source);
    const start = from % zip.length;
    const end = start + (count % (zip.length - start));
    const part = await collect(zip, filesOf(files).source, start, end);
    expect(sha256(part)).toBe(sha256(whole.subarray(start, end + 1)));
  };
  await fc.assert(fc.asyncProperty(sizes, fc.nat(), fc.nat(), partOf));
});

test("a range in the middle of a file reads only that part", async () => {
  const reads = filesOf(contents);
  const start = layout.startOf(3) + 50_000;
  expect(await collect(layout, reads.source, start, start + 99)).toHaveLength(100);
  expect(reads.read()).toBeLessThan(8_000);
});

test.each([-1, 1])(
  "a file that became %i byte longer aborts the ZIP instead of corrupting it",
  async (more) => {
    const changed = contents.map((content, index) =>
      index === 3 ? Buffer.concat([content, Buffer.alloc(1)]).subarray(0, content.length + more) : content,
    );
    const { source } = filesOf(changed);
    const careless = { ...source, read: (index: number) => source.read(index, { start: 0, end: 1e9 }) };
    await expect(collect(layout, careless)).rejects.toThrow("shorter or longer");
  },
);

/** Reads a ZIP as programs do, from its end; nothing before the list of files can be read. */
class EndReader extends RandomAccessReader {
  constructor(
    private readonly tail: Buffer,
    private readonly tailStart: number,
  ) {
    super();
  }
  override _readStreamForRange(start: number, end: number) {
    const missing = Buffer.alloc(Math.max(0, this.tailStart - start));
    const from = Math.max(0, start - this.tailStart);
    return Readable.from([Buffer.concat([missing, this.tail.subarray(from, end - this.tailStart)])]);
  }
}

type Opened = (error: Error | null, zip: OpenZip) => void;

const entriesOf = (open: (opened: Opened) => void) =>
  new Promise<Entry[]>((resolve, reject) => {
    open((error, zip) => {
      if (error) return reject(error);
      const entries: Entry[] = [];
      zip.on("entry", (entry: Entry) => entries.push(entry));
      zip.on("error", reject);
      zip.on("end", () => resolve(entries));
    });
  });

async function listed(zip: ZipLayout, source: ZipSource): Promise<Entry[]> {
  const reader = new EndReader(await collect(zip, source, zip.directoryStart), zip.directoryStart);
  return entriesOf((opened) => fromRandomAccessReader(reader, zip.length, {}, opened));
}

describe("Zip64", () => {
  /** Files of any size: their CRC-32s are known, so nothing is read. */
  const unread: ZipSource = {
    read: () => Promise.reject(new Error("Nothing has to be read")),
    knownCrc: (index) => index + 1,
    learn: () => {},
  };

  test("lists files and offsets beyond 4 GiB with their true sizes", async () => {
    const huge = 5 * 1024 ** 3;
    const zip = new ZipLayout([
      file("a.mp4", huge),
      file("b.jpg", 10),
      file("c.mp4", huge),
      file("d.jpg", 1),
    ]);
    const entries = await listed(zip, unread);
    expect(entries.map(({ fileName, uncompressedSize }) => [fileName, uncompressedSize])).toEqual([
      ["a.mp4", huge],
      ["b.jpg", 10],
      ["c.mp4", huge],
      ["d.jpg", 1],
    ]);
    expect(entries.map(({ relativeOffsetOfLocalHeader }) => relativeOffsetOfLocalHeader)).toEqual(
      [0, 1, 2, 3].map((index) => zip.startOf(index)),
    );
    expect(entries.map((entry) => entry.crc32)).toEqual([1, 2, 3, 4]);
  });

  test("lists 70,000 files, each once", async () => {
    const zip = new ZipLayout(Array.from({ length: 70_000 }, (_, index) => file(`${index}.jpg`, 0)));
    const whole = await collect(zip, unread);
    const entries = await entriesOf((opened) => fromBuffer(whole, {}, opened));
    expect(new Set(entries.map(({ fileName }) => fileName)).size).toBe(70_000);
  });

  test("is used only if it is needed", async () => {
    const small = new ZipLayout([file("a.jpg", 0xfffffffe - 1_000)]);
    const end = small.end();
    expect(end).toHaveLength(22);
    expect(new ZipLayout([file("a.jpg", 0xffffffff)]).end().length).toBeGreaterThan(22);
  });
});

test("times are the wall clock's, whatever zone the server is in", async () => {
  const [entry] = await listed(new ZipLayout([file("a.jpg", 0)]), filesOf([Buffer.alloc(0)]).source);
  expect([entry?.lastModFileDate, entry?.lastModFileTime]).toEqual([
    ((2024 - 1980) << 9) | (7 << 5) | 1,
    (12 << 11) | (34 << 5) | 28,
  ]);
});

test("a reader that disconnects closes the open file", async () => {
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(1_000);
    } finally {
      isClosed = true;
    }
  }
  const zip = new ZipLayout([file("a.mp4", 1e9)]);
  const source = { ...filesOf([]).source, read: async () => endless() };
  const stream = Readable.from(zipBytes(zip, { start: 0, end: zip.length - 1 }, source));
  let taken = 0;
  for await (const piece of stream) {
    taken += piece.length;
    if (taken > 5_000) break;
  }
  await until(async () => isClosed);
});
