import sharp from "sharp";
import { describeImage } from "@/lib/platform/images/describe";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { makePrintImage } from "@/lib/platform/images/print-image";
import { decoderPeaks, maxDecoderBytes } from "@/tests/support/decoders";
import { heifPicture } from "@/tests/support/pictures";
import { quartersOf, upright } from "@/tests/support/quarters";

describe("a HEIC", () => {
  test.each([
    ["plain", 160, 120],
    ["turned", 160, 120],
    ["display-p3", 160, 120],
    ["ten-bit", 160, 120],
    ["transparent", 160, 120],
    ["grid", 128, 128],
    ["second-of-two", 160, 120],
  ])("(%s) is shown upright, in its colours, and without metadata", async (name, width, height) => {
    const made = await makeImageDerivatives(heifPicture(name));
    expect(made).toMatchObject({ width, height });
    expect(made.mediumType).toBe(name === "transparent" ? "image/webp" : "image/jpeg");
    for (const picture of [made.medium, made.thumbnail]) {
      expect(await quartersOf(picture)).toEqual(upright);
      const { exif, xmp, icc } = await sharp(picture).metadata();
      expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    }
  });

  test("is turned as its own box says, not as its EXIF does", async () => {
    const made = await makeImageDerivatives(heifPicture("exif-says-turned"));
    expect(made).toMatchObject({ width: 120, height: 160 });
    expect(await quartersOf(made.medium)).toEqual(["green", "grey", "red", "blue"]);
  });

  test("is printed from its own pixels", async () => {
    expect(await describeImage(heifPicture("turned"))).toMatchObject({ width: 160, height: 120 });
    const whole = { left: 0, top: 0, width: 160, height: 120, paperWidth: 320, paperHeight: 240 };
    expect(await quartersOf(await makePrintImage(heifPicture("turned"), () => whole))).toEqual(upright);
  });

  test.each([
    ["a HEIC", async () => heifPicture("plain")],
    [
      "an AVIF",
      () =>
        sharp(Buffer.alloc(160 * 120 * 3), { raw: { width: 160, height: 120, channels: 3 } })
          .avif()
          .toBuffer(),
    ],
  ])("%s with more pixels than there is memory for is refused before it is decoded", async (_, make) => {
    const vast = Buffer.from(await make());
    for (let at = vast.indexOf("ispe"); at !== -1; at = vast.indexOf("ispe", at + 4)) {
      vast.writeUInt32BE(20_000, at + 8);
      vast.writeUInt32BE(20_000, at + 12);
    }
    await expect(makeImageDerivatives(vast)).rejects.toBeInstanceOf(ImageError);
    expect(Math.max(...decoderPeaks())).toBeLessThan(maxDecoderBytes);
  });

  test("that is truncated or damaged is refused, and the next one is shown", async () => {
    const whole = heifPicture("grid");
    for (const keep of [16, 100, 400, whole.length - 60]) {
      await expect(makeImageDerivatives(whole.subarray(0, keep))).rejects.toBeInstanceOf(ImageError);
    }
    expect(await quartersOf((await makeImageDerivatives(whole)).medium)).toEqual(upright);
  });
});

test("an AVIF of 20 megapixels is shown repeatedly within a decoder's memory, and a HEIC after it", async () => {
  const [width, height] = [5_200, 3_900];
  const large = await sharp({ create: { width, height, channels: 3, background: "#1e3cc8" } })
    .avif({ effort: 0 })
    .toBuffer();
  for (let time = 0; time < 3; time++) {
    const made = await makeImageDerivatives(large);
    expect(made).toMatchObject({ width, height });
    expect(await quartersOf(made.thumbnail)).toEqual(["blue", "blue", "blue", "blue"]);
  }
  expect(await quartersOf((await makeImageDerivatives(heifPicture("grid"))).medium)).toEqual(upright);
  expect(Math.max(...decoderPeaks())).toBeLessThan(maxDecoderBytes);
});

test("from an AVIF with several pictures, only the primary one is shown, without animation", async () => {
  const made = await makeImageDerivatives(heifPicture("second-of-two", "avif"));
  expect(made).toMatchObject({ width: 160, height: 120, mediumType: "image/jpeg" });
  expect(await quartersOf(made.medium)).toEqual(upright);
});

test("an animated WebP keeps moving", async () => {
  const frames = ["#c81e1e", "#1e3cc8"].map((background) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  const made = await makeImageDerivatives(moving);
  expect(made).toMatchObject({ width: 40, height: 30, mediumType: "image/webp" });
  expect((await sharp(made.medium).metadata()).pages).toBe(2);
});
