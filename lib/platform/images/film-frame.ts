import { getDecoder, type ImageInput, pictureBytes } from "@/lib/platform/images/decoder";
import { drawShareCard } from "@/lib/platform/images/share-card";

export interface FrameSize {
  width: number;
  height: number;
}

/**
 * A picture as a frame of a film, with a line of text; text that can't be drawn is left out.
 * @returns a JPEG
 * @throws ImageError
 */
export async function makeFilmFrame(input: ImageInput, size: FrameSize, caption: string): Promise<Buffer> {
  return (await getDecoder().decode(pictureBytes, { job: "filmFrame", ...size, caption }, input)).bytes;
}

/** The frame that a film begins with. @returns a JPEG */
export async function makeTitleFrame(
  text: { heading: string; lead: string; appName: string },
  size: FrameSize,
): Promise<Buffer> {
  return makeFilmFrame(await drawShareCard(text), size, "");
}
