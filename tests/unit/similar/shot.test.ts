import fc from "fast-check";
import sharp from "sharp";
import { likenessDistance } from "@/lib/album/similar/likeness";
import { isBlurred } from "@/lib/album/similar/picture-kind";
import { measuredSide, measurePicture } from "@/lib/album/similar/picture-measures";
import { hashOfLikeness, likenessOfHash, packedTone, shotOf } from "@/lib/album/similar/server/shot";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { readSmallPixels } from "@/lib/platform/images/small-pixels";
import { photograph } from "@/tests/support/photographs";

const likeness = fc
  .bigInt({ min: 0n, max: 2n ** 64n - 1n })
  .map((bits) => bits.toString(16).padStart(16, "0"));

test("a hash comes back from the database's signed numbers unchanged", () => {
  fc.assert(fc.property(likeness, (one) => likenessOfHash(hashOfLikeness(one)) === one));
});

/** The same masks as in the four indexes (migration 20261122014402_recognition). */
const quarters = [1229782938247303441n, 2459565876494606882n, 4919131752989213764n, -8608480567731124088n];

test("two hashes that differ in three bits share at least one of the four quarters used for lookup", () => {
  fc.assert(
    fc.property(
      likeness,
      fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 3 }),
      (one, flipped) => {
        const hash = hashOfLikeness(one);
        const other = BigInt.asIntN(
          64,
          flipped.reduce((bits, bit) => bits ^ (1n << BigInt(bit)), hash),
        );
        return quarters.some((quarter) => (hash & quarter) === (other & quarter));
      },
    ),
  );
  // Together they cover every bit exactly once.
  expect(quarters.reduce((all, quarter) => all ^ quarter, 0n)).toBe(-1n);
});

test("a row becomes what the sorter compares", () => {
  const row = {
    id: "one",
    fileName: "IMG_1-edited.jpg",
    width: 4,
    height: 3,
    takenAt: new Date("2024-07-01T12:00:01Z"),
    differenceHash: -1n,
    sharpness: 80,
    tone: packedTone([12, 34, 250]),
    isDark: false,
  };
  expect(shotOf(row)).toMatchObject({
    likeness: "f".repeat(16),
    tone: [12, 34, 250],
    isEdited: true,
    takenMs: Date.UTC(2024, 6, 1, 12, 0, 1),
  });
});

test("the server's measures of its medium picture are a browser's of the original", async () => {
  for (let round = 0; round < 2; round++) {
    const original = await photograph(2400, 1800);
    // As in read-picture.ts: the original drawn at 512.
    const { data, info } = await sharp(original)
      .resize(measuredSide, measuredSide, { fit: "inside", kernel: "linear" })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const inBrowser = measurePicture({ data, width: info.width, height: info.height });
    const { medium } = await makeImageDerivatives(original);
    const onServer = measurePicture(await readSmallPixels(medium, measuredSide));
    expect(likenessDistance(onServer.likeness, inBrowser.likeness)).toBeLessThanOrEqual(2);
    expect(isBlurred(onServer)).toBe(isBlurred(inBrowser));
    for (const [at, value] of onServer.tone.entries())
      expect(Math.abs(value - (inBrowser.tone[at] ?? 0))).toBeLessThanOrEqual(3);
    expect(Math.abs(onServer.brightness - inBrowser.brightness)).toBeLessThanOrEqual(3);
  }
});

test("a file that isn't a picture is reported as such", async () => {
  await expect(readSmallPixels(Buffer.from("no picture"), measuredSide)).rejects.toThrow(ImageError);
});
