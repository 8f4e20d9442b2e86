import { getDecoder, type ImageInput, pictureBytes } from "@/lib/platform/images/decoder";
import { ImageError } from "@/lib/platform/images/image-error";

/**
 * A picture with everything but its location: not re-encoded, and with as many bytes as before.
 * @throws ImageError; ChildError "absent" if no decoder starts
 */
export async function pictureWithoutPlace(input: ImageInput): Promise<Buffer> {
  const { bytes } = await getDecoder().decode(pictureBytes, { job: "withoutPlace" }, input);
  if (bytes.length === 0) throw new ImageError("Nothing of the picture was left");
  return bytes;
}
