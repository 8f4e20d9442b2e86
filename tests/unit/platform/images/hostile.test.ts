import { crc32, deflateSync } from "node:zlib";
import { cropFace } from "@/lib/platform/images/face-crop";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { makePrintImage } from "@/lib/platform/images/print-image";
import { readSmallPixels } from "@/lib/platform/images/small-pixels";
import { decoderPeaks, maxDecoderBytes } from "@/tests/support/decoders";
import { plainPicture } from "@/tests/support/pictures";

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
  whole.writeUInt32BE(data.length, 0);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}

/** A black and white PNG with this many pixels on each side, in a few kilobytes. */
function vastPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const plan = () => ({ left: 0, top: 0, width: 1, height: 1, paperWidth: 100, paperHeight: 100 });
const box = { left: 0.4, top: 0.4, width: 0.1, height: 0.1 };

describe("a malicious picture", () => {
  test("of 900 million pixels is refused by everything that decodes, using little memory", async () => {
    const vast = vastPng(30_000);
    expect(vast.length).toBeLessThan(1_000_000);
    for (const work of [
      () => makeImageDerivatives(vast),
      () => makePrintImage(vast, plan),
      () => cropFace(vast, box),
      () => readSmallPixels(vast, 64),
    ]) {
      await expect(work()).rejects.toBeInstanceOf(ImageError);
      expect(decoderPeaks().length).toBeGreaterThan(0);
      expect(Math.max(...decoderPeaks())).toBeLessThan(maxDecoderBytes);
    }
  });

  test("that is also a page or a script comes out as only a picture", async () => {
    const page = "<script>alert(document.cookie)</script>";
    const polyglot = Buffer.concat([await plainPicture("png", 40, 30), Buffer.from(page)]);
    const { thumbnail, medium } = await makeImageDerivatives(polyglot);
    for (const bytes of [thumbnail, medium]) expect(bytes.includes("script")).toBe(false);
  });

  test("leaves the decoder intact for the next one", async () => {
    const outcomes = await Promise.allSettled([
      makeImageDerivatives(vastPng(30_000)),
      makeImageDerivatives(await plainPicture("jpeg", 64, 48)),
    ]);
    expect(outcomes).toMatchObject([
      { status: "rejected" },
      { status: "fulfilled", value: { width: 64, height: 48 } },
    ]);
  });
});
