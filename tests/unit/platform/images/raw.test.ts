import { createHash } from "node:crypto";
import sharp from "sharp";
import { describeImage } from "@/lib/platform/images/describe";
import { ImageError, noPreview } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { makePrintImage } from "@/lib/platform/images/print-image";
import { previewOf } from "@/server/decoder/raw";
import { decoderPeaks, maxDecoderBytes } from "@/tests/support/decoders";
import { jxlPicture, rawPhoto } from "@/tests/support/pictures";
import { quartersOf, upright } from "@/tests/support/quarters";

const raws = ["canon.cr2", "canon.cr3", "canon.dng", "nikon.nef", "sony.arw"];
const all = [...raws.map((name) => [name, rawPhoto(name)] as const)];

describe("a raw photo", () => {
  test.each(all)(
    "%s is shown by its largest picture: upright, in its colours, without metadata",
    async (_, raw) => {
      const made = await makeImageDerivatives(raw);
      expect(made).toMatchObject({ width: 640, height: 480, mediumType: "image/jpeg" });
      for (const picture of [made.medium, made.thumbnail]) {
        expect(await quartersOf(picture)).toEqual(upright);
        const { exif, xmp } = await sharp(picture).metadata();
        expect([exif, xmp]).toEqual([undefined, undefined]);
      }
    },
  );

  // Hashes of what ExifTool extracts from the same file (see the fixtures' README).
  test.each([
    ["canon.cr2", "6ed72bf712cf9ebc763714829a1155ab42f0b05770c5a8b5238567122c5b2800"],
    ["canon.cr3", "6ed72bf712cf9ebc763714829a1155ab42f0b05770c5a8b5238567122c5b2800"],
    ["canon.dng", "6ed72bf712cf9ebc763714829a1155ab42f0b05770c5a8b5238567122c5b2800"],
    ["nikon.nef", "620a73db5959ab3eff3bb61625e0ecc92dce1247c659fa3a7266110f58a20690"],
    ["sony.arw", "620a73db5959ab3eff3bb61625e0ecc92dce1247c659fa3a7266110f58a20690"],
  ])("the picture of %s has ExifTool's pixels, byte by byte", (name, sha256) => {
    const shown = previewOf(rawPhoto(name));
    expect(createHash("sha256").update(fromTables(shown)).digest("hex")).toBe(sha256);
  });

  test("is printed from its largest picture", async () => {
    expect(await describeImage(rawPhoto("canon.cr2"))).toMatchObject({ width: 640, height: 480 });
    const whole = { left: 0, top: 0, width: 640, height: 480, paperWidth: 320, paperHeight: 240 };
    expect(await quartersOf(await makePrintImage(rawPhoto("canon.cr2"), () => whole))).toEqual(upright);
  });

  test("without a preview, or with only one for the camera's own list, is said to have none", async () => {
    await expect(makeImageDerivatives(rawPhoto("without-preview.dng"))).rejects.toThrow(noPreview);
    // Cut off before its large picture.
    const cut = rawPhoto("canon.cr3");
    const small = cut.subarray(0, cut.indexOf("mdat"));
    expect(await makeImageDerivatives(small)).toMatchObject({ width: 320, height: 240 });
    const tiny = Buffer.from(rawPhoto("nikon.nef"));
    for (let at = tiny.indexOf(sizeOfLarge); at !== -1; at = tiny.indexOf(sizeOfLarge, at + 1))
      tiny.fill(0, at, at + 4);
    await expect(makeImageDerivatives(tiny)).rejects.toThrow(noPreview);
  });

  test("that is truncated anywhere is shown or refused, and the next one is shown", async () => {
    const whole = rawPhoto("canon.dng");
    for (const keep of [12, 300, 2_000, 9_000, whole.length - 5_000]) {
      await makeImageDerivatives(whole.subarray(0, keep)).catch((error) =>
        expect(error).toBeInstanceOf(ImageError),
      );
    }
    expect(await quartersOf((await makeImageDerivatives(whole)).medium)).toEqual(upright);
  });

  test.each([
    ["canon.cr2", "2005-08-03T18:59:18.000Z"],
    ["canon.cr3", "2019-12-05T13:32:49.000Z"],
    ["canon.dng", "2005-08-03T18:59:18.000Z"],
    ["nikon.nef", "2004-06-09T16:02:35.000Z"],
    ["sony.arw", "2017-10-22T11:54:20.000Z"],
    ["without-preview.dng", "2020-05-28T04:47:27.000Z"],
  ])("%s says when it was taken", async (name, takenAt) => {
    expect((await readPhotoMetadata(rawPhoto(name))).takenAt?.toISOString()).toBe(takenAt);
  });
});

/** Marker, length, precision and size of the 640 x 480 frame. */
const sizeOfLarge = Buffer.from("ffc00011080" + "1e00280", "hex");

/** A JPEG from its first table on; the part before only gives the orientation. */
const fromTables = (jpeg: Buffer) => jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xdb])));

/** jxl-oxide decodes the saturated green of these drawings with 6 less red than was encoded. */
const jxlTolerance = 6;

describe("JPEG XL", () => {
  test.each(["plain", "turned", "dated", "dated-compressed"])(
    "(%s) is shown upright, in its colours, and without metadata",
    async (name) => {
      const made = await makeImageDerivatives(jxlPicture(name));
      expect(made).toMatchObject({ width: 160, height: 120, mediumType: "image/jpeg" });
      for (const picture of [made.medium, made.thumbnail])
        expect(await quartersOf(picture, jxlTolerance)).toEqual(upright);
    },
  );

  test("is printed from its own pixels", async () => {
    expect(await describeImage(jxlPicture("turned"))).toMatchObject({ width: 160, height: 120 });
    const whole = { left: 0, top: 0, width: 160, height: 120, paperWidth: 320, paperHeight: 240 };
    expect(await quartersOf(await makePrintImage(jxlPicture("turned"), () => whole), jxlTolerance)).toEqual(
      upright,
    );
  });

  test("with more pixels than there is memory for is refused before it is decoded", async () => {
    // 2^18 x 2^18, from the two 18-bit sizes at the beginning of its header.
    const vast = Buffer.concat([Buffer.from("ff0afaffff" + "ffff", "hex"), jxlPicture("plain").subarray(4)]);
    await expect(makeImageDerivatives(vast)).rejects.toBeInstanceOf(ImageError);
    expect(Math.max(...decoderPeaks())).toBeLessThan(maxDecoderBytes);
  });

  test("that is truncated is refused, and the next one is shown", async () => {
    const whole = jxlPicture("turned");
    for (const keep of [12, 30, 60]) {
      await expect(makeImageDerivatives(whole.subarray(0, keep))).rejects.toBeInstanceOf(ImageError);
    }
    expect(await quartersOf((await makeImageDerivatives(whole)).medium, jxlTolerance)).toEqual(upright);
  });

  test.each(["dated", "dated-compressed"])("(%s) says when it was taken", async (name) => {
    expect((await readPhotoMetadata(jxlPicture(name))).takenAt?.toISOString()).toBe(
      "2021-07-08T09:10:11.000Z",
    );
  });
});
