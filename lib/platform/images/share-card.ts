import { getDecoder, pictureBytes } from "@/lib/platform/images/decoder";

/** The size link previews use. */
export const shareCardSize = { width: 1200, height: 630 } as const;

/**
 * The picture of a link preview: text and our own colours, never anything from an album. Text that can't be drawn is
 * left out.
 * @returns a PNG
 */
export async function drawShareCard(text: {
  heading: string;
  lead: string;
  appName: string;
}): Promise<Buffer> {
  const request = { job: "shareCard" as const, ...text, ...shareCardSize };
  return (await getDecoder().decode(pictureBytes, request)).bytes;
}
