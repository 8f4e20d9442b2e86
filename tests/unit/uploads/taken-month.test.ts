import { readTakenMonth } from "@/lib/album/uploads/client/taken-month";
import { canBeFiled } from "@/lib/album/uploads/fileable-month";
import { clipBytes } from "@/tests/support/pictures";

const fileOf = (name: string, bytes: Buffer, type: string) =>
  new File([Uint8Array.from(bytes)], name, { type });

test("a clip has it in its movie box", async () => {
  const words = Buffer.from("com.apple.quicktime.creationdate 2024-07-03T14:05:00+0200", "latin1");
  const head = Buffer.alloc(8);
  head.writeUInt32BE(words.length + 8);
  head.write("moov", 4, "latin1");
  const bytes = Buffer.concat([clipBytes(24), head, words]);
  expect(await readTakenMonth(fileOf("film.mov", bytes, "video/quicktime"))).toEqual({
    year: 2024,
    month: 7,
  });
});

test.each([
  [{ year: 2022, month: 1 }, true],
  [{ year: 2026, month: 11 }, true],
  [{ year: 2021, month: 12 }, false],
  [{ year: 2026, month: 12 }, false],
  [{ year: 2026, month: 0 }, true],
  [{ year: 2022, month: 0 }, true],
  [{ year: 2027, month: 0 }, false],
])("in November 2026 the album accepts %p: %p", (month, isTaken) => {
  expect(canBeFiled(month, { firstYear: 2022, today: new Date(2026, 10, 21) })).toBe(isTaken);
});
