import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { decodeCursor, encodeCursor } from "@/lib/album/media/server/cursor";

test("a cursor reads back as it was written, to the millisecond", () => {
  const moments = fc.date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), moments, (month, at) => {
      const cursor = { month, at, id: randomUUID() };
      expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    }),
  );
});

test("a cursor needs no escaping in an address", () => {
  const text = encodeCursor({ month: 12, at: new Date(), id: randomUUID() });
  expect(encodeURIComponent(text)).toBe(text);
});

test("a cursor that we never wrote is refused by its name", () => {
  const id = randomUUID();
  const made = (text: string) => Buffer.from(text).toString("base64url");
  for (const text of [
    "",
    "x",
    "....",
    made(`1.1.${id}x`),
    made(`1..${id}`),
    made(`1.x.${id}`),
    made(`1.1e3.${id}`),
    made(`123.1.${id}`),
    made(`-1.1.${id}`),
    made(`1.8640000000000000.${id}`),
    made(`1.-8640000000000000.${id}`),
    made(`1.253402300800000.${id}`),
    made("1.1."),
  ]) {
    expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ status: 400, field: "cursor" }));
  }
});

test("any text is read or refused with 400", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        expect(decodeCursor(text).at.getTime()).not.toBeNaN();
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
    }),
  );
});
