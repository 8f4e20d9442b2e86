import { readTakenMonth } from "@/lib/album/uploads/client/taken-month";
import { cameraPicture, clipBytes, pictureWithExif, plainPicture } from "@/tests/support/pictures";

const fileOf = (name: string, bytes: Buffer, type = "image/jpeg") =>
  new File([Uint8Array.from(bytes)], name, { type, lastModified: Date.UTC(2023, 0, 15) });
const taken = async (date: string, name = "a.jpg") => readTakenMonth(fileOf(name, await cameraPicture(date)));

test.each([
  ["2024:03:15 10:00:00", { year: 2024, month: 3 }],
  ["2019:12:31 23:59:59", { year: 2019, month: 12 }],
  ["2024:13:01 00:00:00", null],
  ["0000:00:00 00:00:00", null],
  ["2199:01:01 00:00:00", null],
])("a photo whose camera says %s was taken in %p", async (date, month) => {
  expect(await taken(date)).toEqual(month);
});

test("a chat app's photo has it in its name, and the camera's date takes precedence", async () => {
  const plain = await plainPicture();
  expect(await readTakenMonth(fileOf("IMG-20240703-WA0001.jpg", plain))).toEqual({ year: 2024, month: 7 });
  expect(await taken("2023:05:06 07:08:09", "IMG-20240703-WA0001.jpg")).toEqual({ year: 2023, month: 5 });
});

test("the scanning date is not the month it was taken in, but a date that a person set is", async () => {
  const scanner = { Make: "Canon", Model: "CanoScan LiDE 400" };
  const scanned = async (original: string, name = "a.jpg", general: Record<string, string> = scanner) => {
    const dates = { DateTimeOriginal: original, DateTimeDigitized: "2024:03:15 10:00:00" };
    return readTakenMonth(fileOf(name, await pictureWithExif(general, dates)));
  };
  expect(await scanned("2024:03:15 10:00:00")).toBeNull();
  expect(await scanned("2024:03:15 10:00:00", "IMG_20240315_0001.jpg")).toBeNull();
  expect(await scanned("2024:03:15 10:00:00", "1985-07-03 Nana.jpg")).toEqual({ year: 1985, month: 7 });
  expect(await scanned("1985:07:03 00:00:00")).toEqual({ year: 1985, month: 7 });
  const camera = { Make: "Canon", Model: "Canon EOS 80D" };
  expect(await scanned("2024:03:15 10:00:00", "a.jpg", camera)).toEqual({ year: 2024, month: 3 });
  const general = { ...scanner, DateTime: "2024:03:15 10:00:00" };
  const named = fileOf("1985-07-03 Nana.jpg", await pictureWithExif(general, {}));
  expect(await readTakenMonth(named)).toEqual({ year: 1985, month: 7 });
});

test("without either the month is unknown: a file's modification date does not count", async () => {
  expect(await readTakenMonth(fileOf("IMG_1234.jpg", await plainPicture()))).toBeNull();
  expect(await readTakenMonth(fileOf("scan.png", await plainPicture("png"), "image/png"))).toBeNull();
  expect(await readTakenMonth(fileOf("e.jpg", Buffer.from("no picture at all")))).toBeNull();
  expect(await readTakenMonth(fileOf("film.mp4", clipBytes(), "video/mp4"))).toBeNull();
});
