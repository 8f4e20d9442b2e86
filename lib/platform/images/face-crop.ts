import { getDecoder, pictureBytes } from "@/lib/platform/images/decoder";
import { describeImage } from "@/lib/platform/images/describe";

/** Side of a crop in pixels: a round face of 96 px on a high-density screen. */
export const faceCropPixels = 192;
/** The square's side relative to the larger side of the face: some hair and chin belong to a face. */
const margin = 1.6;

/** Where a face is: fractions of the upright picture's width and height, from its top left corner. */
export interface FaceBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The square around a face, inside the picture, in pixels. */
export function faceSquare(
  box: FaceBox,
  picture: { width: number; height: number },
): { left: number; top: number; width: number; height: number } {
  const width = box.width * picture.width;
  const height = box.height * picture.height;
  const smaller = Math.min(picture.width, picture.height);
  const side = Math.max(1, Math.min(smaller, Math.round(Math.max(width, height) * margin)));
  const place = (middle: number, length: number) =>
    Math.round(Math.min(Math.max(0, middle - side / 2), length - side));
  return {
    left: place(box.left * picture.width + width / 2, picture.width),
    top: place(box.top * picture.height + height / 2, picture.height),
    width: side,
    height: side,
  };
}

/**
 * A square JPEG of a face with some margin, upright, without any metadata.
 * @param input bytes of a JPEG, PNG or GIF
 * @throws ImageError
 */
export async function cropFace(input: Buffer, box: FaceBox): Promise<Buffer> {
  const square = faceSquare(box, await describeImage(input));
  const request = { job: "face" as const, square, pixels: faceCropPixels };
  return (await getDecoder().decode(pictureBytes, request, input)).bytes;
}
