import sharp from "sharp";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";

const describePicture = (picture: Buffer) => sharp(picture, { animated: true }).metadata();

const plain = (width: number, height: number, background = "#3366cc", channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } });

/** Left half red, right half blue. */
async function twoHalves(width: number, height: number) {
  const right = await plain(Math.floor(width / 2), height, "#0000ff")
    .png()
    .toBuffer();
  return plain(width, height, "#ff0000").composite([{ input: right, left: Math.ceil(width / 2), top: 0 }]);
}

async function pixelAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe("derivatives of a picture", () => {
  test("a large one gets a thumbnail of 320 and a medium image of 1280", async () => {
    const made = await makeImageDerivatives(await plain(2000, 1000).jpeg().toBuffer());
    expect(made).toMatchObject({ width: 2000, height: 1000, mediumType: "image/jpeg" });
    expect(await describePicture(made.thumbnail)).toMatchObject({ format: "webp", width: 320, height: 160 });
    expect(await describePicture(made.medium)).toMatchObject({ format: "jpeg", width: 1280, height: 640 });
    expect(Buffer.from(made.thumbHash, "base64").length).toBeGreaterThanOrEqual(5);
  });

  test("a small one keeps its size", async () => {
    const made = await makeImageDerivatives(await plain(40, 30).png().toBuffer());
    expect(await describePicture(made.thumbnail)).toMatchObject({ width: 40, height: 30 });
    expect(await describePicture(made.medium)).toMatchObject({ width: 40, height: 30 });
  });

  test.each([
    [1, 5000],
    [5000, 1],
    [1, 1],
    [65_535, 40],
    [40, 65_535],
  ])("%d x %d is a picture too", async (width, height) => {
    const made = await makeImageDerivatives(await plain(width, height).png().toBuffer());
    expect(made).toMatchObject({ width, height });
    expect((await describePicture(made.thumbnail)).width).toBeGreaterThan(0);
  });

  test.each([
    [1, 400, 200, "left"],
    [3, 400, 200, "right"],
    [6, 200, 400, "top"],
    [8, 200, 400, "bottom"],
  ])("EXIF orientation %d comes out upright", async (orientation, width, height, redSide) => {
    const picture = await (await twoHalves(400, 200)).withMetadata({ orientation }).jpeg().toBuffer();
    const made = await makeImageDerivatives(picture);
    expect(made).toMatchObject({ width, height });
    const red = { left: [10, 100], right: [390, 100], top: [100, 10], bottom: [100, 390] }[redSide] ?? [0, 0];
    const [r = 0, , b = 255] = await pixelAt(made.medium, red[0] ?? 0, red[1] ?? 0);
    expect(r).toBeGreaterThan(200);
    expect(b).toBeLessThan(60);
    expect((await describePicture(made.medium)).orientation).toBeUndefined();
  });

  test("place, camera, title and colour profile stay in the original", async () => {
    const picture = await plain(100, 100)
      .withExif({
        IFD0: { Make: "Camera", ImageDescription: "Home" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><title>Secret</title></x:xmpmeta>')
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    expect(Object.keys(await describePicture(picture))).toEqual(
      expect.arrayContaining(["exif", "xmp", "icc"]),
    );
    const made = await makeImageDerivatives(picture);
    for (const output of [made.thumbnail, made.medium]) {
      const facts = await describePicture(output);
      expect([facts.exif, facts.xmp, facts.icc, facts.iptc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test("a transparent one stays transparent, an opaque one with an alpha channel becomes JPEG", async () => {
    const seeThrough = await makeImageDerivatives(await plain(50, 50, "#ff000080", 4).png().toBuffer());
    expect(seeThrough.mediumType).toBe("image/webp");
    expect(await describePicture(seeThrough.medium)).toMatchObject({ format: "webp", hasAlpha: true });
    const opaque = await makeImageDerivatives(await plain(50, 50, "#ff0000ff", 4).png().toBuffer());
    expect(opaque.mediumType).toBe("image/jpeg");
  });

  test.each([
    ["CMYK", () => plain(60, 60, "#ff0000").toColourspace("cmyk").jpeg()],
    ["16-bit", () => plain(60, 60, "#ff0000").toColourspace("rgb16").png()],
    ["a palette", () => plain(60, 60, "#ff0000").png({ palette: true })],
    ["progressive", () => plain(60, 60, "#ff0000").jpeg({ progressive: true })],
  ])("red is red in %s", async (_, make) => {
    const made = await makeImageDerivatives(await make().toBuffer());
    for (const output of [made.medium, made.thumbnail]) {
      const [r = 0, g = 255, b = 255] = await pixelAt(output, 30, 30);
      expect(r).toBeGreaterThan(200);
      expect(Math.max(g, b)).toBeLessThan(70);
    }
  });

  test.each(["b-w", "grey16"] as const)("grey stays grey in %s", async (space) => {
    const made = await makeImageDerivatives(
      await plain(60, 60, "#808080").toColourspace(space).png().toBuffer(),
    );
    for (const value of await pixelAt(made.medium, 30, 30)) expect(Math.abs(value - 128)).toBeLessThan(6);
  });

  const animation = async (size: number, frames: number) => {
    const pixels = Array.from({ length: frames }, (_, at) => Buffer.alloc(size * size * 3, at % 2 ? 255 : 0));
    const raw = { width: size, height: size * frames, channels: 3, pageHeight: size } as const;
    return sharp(Buffer.concat(pixels), { raw })
      .gif({ effort: 1, loop: 0, delay: pixels.map(() => 100) })
      .toBuffer();
  };

  test("a moving GIF moves in its medium image and is still in its thumbnail", async () => {
    const made = await makeImageDerivatives(await animation(40, 4));
    expect(made).toMatchObject({ width: 40, height: 40, mediumType: "image/webp" });
    expect(await describePicture(made.medium)).toMatchObject({
      pages: 4,
      loop: 0,
      delay: [100, 100, 100, 100],
    });
    expect((await describePicture(made.thumbnail)).pages ?? 1).toBe(1);
  });

  test("an endless GIF shows its first frame", async () => {
    const made = await makeImageDerivatives(await animation(1000, 26));
    expect(made).toMatchObject({ width: 1000, height: 1000, mediumType: "image/jpeg" });
  });

  test("a truncated picture is shown as far as it goes", async () => {
    const picture = await (await twoHalves(600, 600)).jpeg({ quality: 95 }).toBuffer();
    const made = await makeImageDerivatives(picture.subarray(0, Math.floor(picture.length * 0.7)));
    expect(made).toMatchObject({ width: 600, height: 600 });
  });

  test("a JPEG with libjpeg's maximum width is a picture too", async () => {
    const made = await makeImageDerivatives(await plain(65_500, 20).jpeg().toBuffer());
    expect(made).toMatchObject({ width: 65_500, height: 20 });
    expect((await describePicture(made.thumbnail)).width).toBe(320);
  });

  test.each([
    ["nothing", async () => Buffer.alloc(0)],
    ["text", async () => Buffer.from("hello, this is no picture at all")],
    ["a JPEG's first bytes", async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ["SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["TIFF", () => plain(9, 9).tiff().toBuffer()],
    ["101 million pixels", () => plain(10_100, 10_000).png({ compressionLevel: 1 }).toBuffer()],
  ])("%s is refused", async (_, make) => {
    await expect(makeImageDerivatives(await make())).rejects.toBeInstanceOf(ImageError);
  });

  test("a missing file is refused", async () => {
    await expect(makeImageDerivatives("/nowhere/picture.jpg")).rejects.toBeInstanceOf(ImageError);
  });
});
