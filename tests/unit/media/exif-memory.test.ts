import { Session } from "node:inspector/promises";
import sharp from "sharp";
import { readTakenMonth } from "@/lib/album/uploads/client/taken-month";
import { photoFactsOf } from "@/lib/sorter/client/reading/photo-facts";

const inspector = new Session();
beforeAll(() => inspector.connect());
afterAll(() => inspector.disconnect());

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .withExif({ IFD0: { Make: "Camera" }, IFD2: { DateTimeOriginal: "2021:07:08 09:10:11" } })
    .jpeg()
    .toBuffer();

const asFile = (bytes: Buffer) => new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" });

test.each<[string, (bytes: Buffer) => Promise<unknown>, object]>([
  ["the upload dialog", (bytes) => readTakenMonth(asFile(bytes)), { year: 2021, month: 7 }],
  ["the photo sorter", (bytes) => photoFactsOf(asFile(bytes), "photo.jpg"), {}],
])("%s retains nothing of the photos whose EXIF it has read", async (_, read, expected) => {
  const bytes = await picture();
  const readMany = async (count: number) => {
    for (let time = 0; time < count; time++) await read(bytes);
    await inspector.post("HeapProfiler.collectGarbage");
    return process.memoryUsage().heapUsed;
  };
  expect(await read(bytes)).toMatchObject(expected);
  const before = await readMany(100);
  expect((await readMany(400)) - before).toBeLessThan(1_000_000);
});
