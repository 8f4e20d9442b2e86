import { isOnSphere, type Panorama } from "@/lib/shared/panorama";
import { numberIn, textIn, xmpOf } from "@/server/decoder/xmp";

const angle = "-?\\d{1,3}(?:\\.\\d{1,9})?";

interface Size {
  width: number;
  height: number;
}

/**
 * The picture's place on the sphere according to GPano. By default it goes all round, with the horizon in the middle.
 */
function coverage(xmp: string, { width, height }: Size): Omit<Panorama, "pitch" | "roll"> {
  const number = (name: string) => numberIn(xmp, name);
  const fullWidth = number("FullPanoWidthPixels") ?? Math.max(width, height * 2);
  const fullHeight = number("FullPanoHeightPixels") ?? fullWidth / 2;
  const croppedWidth = number("CroppedAreaImageWidthPixels") ?? width;
  const croppedHeight = number("CroppedAreaImageHeightPixels") ?? height;
  return {
    left: (number("CroppedAreaLeftPixels") ?? (fullWidth - croppedWidth) / 2) / fullWidth,
    top: (number("CroppedAreaTopPixels") ?? (fullHeight - croppedHeight) / 2) / fullHeight,
    width: croppedWidth / fullWidth,
    height: croppedHeight / fullHeight,
  };
}

/**
 * Which part of the sphere a JPEG shows if its XMP says that it is a 360° photo (Google's Photo Sphere metadata). Null
 * for any other picture, and for impossible values.
 * @param size of the upright picture
 */
export function findPanorama(file: Buffer, size: Size): Panorama | null {
  try {
    const xmp = file.readUInt16BE(0) === 0xffd8 ? xmpOf(file) : "";
    const isSphere = textIn(xmp, "ProjectionType", "equirectangular") !== null;
    if (!isSphere || textIn(xmp, "UsePanoramaViewer", "[Ff]alse") !== null) return null;
    const pose = {
      pitch: numberIn(xmp, "PosePitchDegrees", angle),
      roll: numberIn(xmp, "PoseRollDegrees", angle),
    };
    const found = { ...coverage(xmp, size), pitch: pose.pitch ?? 0, roll: pose.roll ?? 0 };
    return isOnSphere(found) ? found : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
