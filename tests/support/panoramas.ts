import sharp from "sharp";
import { jpegWithXmp } from "@/tests/support/xmp";

/** The quarters of the circle, from behind the camera to the right: half of the first colour is at each end. */
const quarters = ["#d02020", "#d0c020", "#20a040", "#2040d0"] as const;

/** As the server describes a photo that goes all round. */
export const wholeCircle = { left: 0, top: 0, width: 1, height: 1, pitch: 0, roll: 0 };

/** GPano's attributes for a picture that goes all round, or others in their place. */
export const wholeSphere = (width: number, height: number) =>
  `GPano:ProjectionType="equirectangular" GPano:UsePanoramaViewer="True" GPano:FullPanoWidthPixels="${width}" GPano:FullPanoHeightPixels="${height}" GPano:CroppedAreaImageWidthPixels="${width}" GPano:CroppedAreaImageHeightPixels="${height}" GPano:CroppedAreaLeftPixels="0" GPano:CroppedAreaTopPixels="0" GPano:PoseHeadingDegrees="0.0"`;

/**
 * A 360° photo as cameras write it: green ahead, blue on the right, red behind, yellow on the left.
 * @param attributes in its XMP
 */
export async function spherePhoto({
  width = 1024,
  height = 512,
  attributes = wholeSphere(width, height),
} = {}): Promise<Buffer> {
  const eighth = width / 8;
  const parts = [
    { input: bar(quarters[0], width, height), left: 0, top: 0 },
    { input: bar(quarters[1], eighth * 2, height), left: eighth, top: 0 },
    { input: bar(quarters[2], eighth * 2, height), left: eighth * 3, top: 0 },
    { input: bar(quarters[3], eighth * 2, height), left: eighth * 5, top: 0 },
  ];
  const jpeg = await sharp({ create: { width, height, channels: 3, background: "#888" } })
    .composite(await Promise.all(parts.map(async ({ input, ...at }) => ({ input: await input, ...at }))))
    .jpeg({ quality: 90 })
    .toBuffer();
  return jpegWithXmp(jpeg, attributes);
}

const bar = (background: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
