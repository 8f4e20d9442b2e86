import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readSmallFile } from "@/lib/platform/files/small-file";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "small-file-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(bytes: number) {
  const content = randomBytes(bytes);
  const file = path.join(folder, `${bytes}-${content.toString("hex", 0, 4)}`);
  await writeFile(file, content);
  return { file, content };
}

test.each([0, 1, 25_000, 65_535, 65_536, 65_537, 200_000])(
  "a file of %i bytes is read completely",
  async (bytes) => {
    const { file, content } = await fileOf(bytes);
    const found = await readSmallFile(file);
    expect(found?.bytes.equals(content)).toBe(true);
    found?.giveBack();
  },
);

test("a missing file, or a folder, can't be read", async () => {
  expect(await readSmallFile(path.join(folder, "missing"))).toBeNull();
  expect(await readSmallFile(folder)).toBeNull();
});

test("concurrent readers don't share memory, and released memory is reused", async () => {
  const files = await Promise.all([fileOf(1_000), fileOf(1_000), fileOf(1_000)]);
  const found = await Promise.all(files.map(({ file }) => readSmallFile(file)));
  for (const [index, one] of found.entries()) {
    expect(one?.bytes.equals(files[index]?.content ?? Buffer.alloc(0))).toBe(true);
  }
  const memory = found.map((one) => one?.bytes.buffer);
  expect(new Set(memory).size).toBe(3);
  for (const one of found) one?.giveBack();
  const { file } = await fileOf(1_000);
  expect(memory).toContain((await readSmallFile(file))?.bytes.buffer);
});
