import sharp from "sharp";

/** A JPEG of four quarters: red and green above, blue and grey below. */
export function fourColours(width = 800, height = 600): Promise<Buffer> {
  const [left, top] = [width / 2, height / 2];
  const quarter = (background: string) => ({
    create: { width: left, height: top, channels: 3 as const, background },
  });
  return sharp({ create: { width, height, channels: 3, background: "#c81e1e" } })
    .composite([
      { input: quarter("#1ea03c"), left, top: 0 },
      { input: quarter("#1e3cc8"), left: 0, top },
      { input: quarter("#f0f0f0"), left, top },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();
}
