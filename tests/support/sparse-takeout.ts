import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { type ZipFile, ZipLayout } from "@/lib/platform/files/zip-layout";

/** Bytes, or bytes followed by zeros that take no space on the disk. */
export type SparseContent = Buffer | { head: Buffer; bytes: number };

const lengthOf = (content: SparseContent) => (Buffer.isBuffer(content) ? content.length : content.bytes);
const headOf = (content: SparseContent) => (Buffer.isBuffer(content) ? content : content.head);
const zeros = Buffer.alloc(8 * 1024 * 1024);
const sums = new Map<SparseContent, number>();

function sumOf(content: SparseContent): number {
  const known = sums.get(content);
  if (known !== undefined) return known;
  let sum = crc32(headOf(content));
  for (let left = lengthOf(content) - headOf(content).length; left > 0; left -= zeros.length) {
    sum = crc32(zeros.subarray(0, Math.min(left, zeros.length)), sum);
  }
  sums.set(content, sum);
  return sum;
}

/** Writes a ZIP of any size with holes where its members are zeros. */
export async function writeSparseZip(file: string, members: Record<string, SparseContent>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const contents = Object.entries(members);
  const modifiedAt = new Date("2024-08-01T10:00:00Z");
  const files: ZipFile[] = contents.map(([name, content]) => ({
    name,
    bytes: lengthOf(content),
    modifiedAt,
  }));
  const layout = new ZipLayout(files);
  const handle = await open(file, "w");
  try {
    const put = (bytes: Buffer, at: number) => handle.write(bytes, 0, bytes.length, at);
    let directory = layout.directoryStart;
    for (const [index, [, content]] of contents.entries()) {
      const sum = sumOf(content);
      const header = layout.header(index);
      const start = layout.startOf(index) + header.length;
      await put(header, layout.startOf(index));
      await put(headOf(content), start);
      await put(layout.descriptor(index, sum), start + lengthOf(content));
      const entry = layout.entry(index, sum);
      await put(entry, directory);
      directory += entry.length;
    }
    await put(layout.end(), directory);
  } finally {
    await handle.close();
  }
}
