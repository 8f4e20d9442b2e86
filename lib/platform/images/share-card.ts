import { getDecoder, pictureBytes } from "@/lib/platform/images/decoder";

/** What link previews are cut for. */
export const shareCardSize = { width: 1200, height: 630 } as const;

/**
 * The picture of a link preview: words and our own colours, never anything of an album. Words that can't be drawn are
 * left out.
 * @returns a PNG
 */
export async function drawShareCard(words: {
  heading: string;
  lead: string;
  appName: string;
}): Promise<Buffer> {
  const request = { job: "shareCard" as const, ...words, ...shareCardSize };
  return (await getDecoder().decode(pictureBytes, request)).bytes;
}
