import { randomInt } from "node:crypto";
import sharp from "sharp";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { findPanorama } from "@/server/decoder/panorama";
import { spherePhoto, wholeCircle, wholeSphere } from "@/tests/support/panoramas";
import { heifPicture, plainPicture } from "@/tests/support/pictures";
import { jpegWithXmp } from "@/tests/support/xmp";

const size = { width: 1024, height: 512 };
const found = async (attributes: string, of = size) => findPanorama(await spherePhoto({ attributes }), of);
const equirectangular = 'GPano:ProjectionType="equirectangular"';
const gpano = (values: Record<string, number>) =>
  Object.entries(values)
    .map(([name, value]) => `GPano:${name}="${value}"`)
    .join(" ");

test("a photo of the whole sphere covers it, at whatever size it is now", async () => {
  expect(await found(wholeSphere(5376, 2688))).toEqual(wholeCircle);
});

test("a partial sphere has its position, and the camera's tilt", async () => {
  // Google's own example (developers.google.com/streetview/spherical-metadata), with a pose.
  const example = gpano({
    FullPanoWidthPixels: 5000,
    FullPanoHeightPixels: 2500,
    CroppedAreaImageWidthPixels: 4000,
    CroppedAreaImageHeightPixels: 1000,
    CroppedAreaLeftPixels: 500,
    CroppedAreaTopPixels: 750,
    PosePitchDegrees: -2.5,
    PoseRollDegrees: 1,
  });
  expect(await found(`${equirectangular} ${example}`)).toEqual({
    left: 0.1,
    top: 0.3,
    width: 0.8,
    height: 0.4,
    pitch: -2.5,
    roll: 1,
  });
});

test("if only the projection is given, the photo goes all round, with the horizon in its middle", async () => {
  expect(await found(equirectangular, { width: 4000, height: 1000 })).toEqual({
    ...wholeCircle,
    top: 0.25,
    height: 0.5,
  });
});

test.each([
  ["another projection", 'GPano:ProjectionType="cylindrical"'],
  ["a longer word", 'GPano:ProjectionType="equirectangular.2"'],
  ["a viewer that is not wanted", `${equirectangular} GPano:UsePanoramaViewer="False"`],
  ["a part that lies outside", `${equirectangular} ${gpano({ CroppedAreaLeftPixels: 900 })}`],
  ["a part larger than the whole", `${equirectangular} ${gpano({ FullPanoWidthPixels: 100 })}`],
  ["no width", `${equirectangular} ${gpano({ FullPanoWidthPixels: 0 })}`],
  ["no height", `${equirectangular} ${gpano({ CroppedAreaImageHeightPixels: 0 })}`],
])("a photo that says %s stays flat", async (_, attributes) => {
  expect(await found(attributes)).toBeNull();
});

test("ordinary pictures aren't panoramas, and damaged ones are never an error", async () => {
  for (const plain of [
    await plainPicture(),
    await plainPicture("png"),
    heifPicture("plain"),
    Buffer.alloc(2),
  ]) {
    expect(findPanorama(plain, size)).toBeNull();
  }
  const whole = await spherePhoto();
  for (let round = 0; round < 500; round++) {
    const damaged = Buffer.from(whole.subarray(0, randomInt(2, whole.length)));
    for (let change = 0; change < 8; change++)
      damaged[randomInt(Math.min(damaged.length, 1500))] = randomInt(256);
    expect(() => findPanorama(damaged, size)).not.toThrow();
  }
});

test("the picture for looking around is at most 6144 pixels round, and has no metadata", async () => {
  const large = await sharp(await spherePhoto())
    .resize(7200, 3600)
    .withExif({ IFD0: { Make: "Secret" } })
    .jpeg()
    .toBuffer();
  const { sphere } = await makeImageDerivatives(jpegWithXmp(large, equirectangular));
  const facts = await sharp(sphere ?? undefined).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(["jpeg", 6144, 3072]);
  expect([facts.exif, facts.xmp, facts.iptc]).toEqual([undefined, undefined, undefined]);
  // Half the circle has half as many pixels.
  const half = await sharp(large).resize(7200, 7200, { fit: "fill" }).jpeg().toBuffer();
  const halfCircle = `${equirectangular} ${gpano({ FullPanoWidthPixels: 14_400, FullPanoHeightPixels: 7200 })}`;
  const ofHalf = await makeImageDerivatives(jpegWithXmp(half, halfCircle));
  expect((await sharp(ofHalf.sphere ?? undefined).metadata()).width).toBe(3072);
  const small = await makeImageDerivatives(await spherePhoto());
  expect((await sharp(small.sphere ?? undefined).metadata()).width).toBe(1024);
});
