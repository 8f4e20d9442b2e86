import { randomBytes } from "node:crypto";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyHashing, writeFully } from "@/lib/platform/storage/disk-file";

const kibibyte = 1024;
const content = randomBytes(1_000 * kibibyte + 7);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-disk-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function* inPieces(bytes: Buffer, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield Buffer.from(bytes.subarray(at, at + pieceBytes));
}

test.each([
  ["a stream", (handle) => copyHashing(inPieces(content, 64_000), handle, content.length, [])],
  ["a whole file", (handle) => writeFully(handle, content, null)],
  ["a chunk at its place", (handle) => writeFully(handle, content, 0)],
] satisfies [string, (handle: Awaited<ReturnType<typeof open>>) => Promise<unknown>][])(
  "%s is written 256 KiB at a time, and completely",
  async (name, write) => {
    const file = path.join(folder, name);
    const handle = await open(file, "w");
    const writes = jest.spyOn(handle, "write");
    await write(handle);
    await handle.close();
    const sizes = await Promise.all(writes.mock.results.map(async ({ value }) => (await value).bytesWritten));
    expect(sizes).toEqual([...Array(3).fill(256 * kibibyte), 232 * kibibyte + 7]);
    expect((await readFile(file)).equals(content)).toBe(true);
  },
);
