import { getDecoder, pictureBytes } from "@/lib/platform/images/decoder";
import { ImageError } from "@/lib/platform/images/image-error";

/**
 * A picture with everything but its location: not re-encoded, and with as many bytes as before.
 * @param path of a JPEG, PNG or GIF
 * @throws ImageError; ChildError "absent" where no decoder starts
 */
export async function pictureWithoutPlace(path: string): Promise<Buffer> {
  const { bytes } = await getDecoder().decode(pictureBytes, { job: "withoutPlace" }, path);
  if (bytes.length === 0) throw new ImageError("Nothing of the picture was left");
  return bytes;
}
