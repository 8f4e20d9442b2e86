import sharp from "sharp";

type Colour = "red" | "green" | "blue" | "grey" | "other";
/** The colours of the pictures in tests/fixtures. */
const colours: [Colour, number[]][] = [
  ["red", [200, 30, 30]],
  ["green", [30, 160, 60]],
  ["blue", [30, 60, 200]],
  ["grey", [240, 240, 240]],
];

/**
 * The colours in the middle of a picture's quarters, row by row.
 * @param tolerance of each of red, green and blue: what encoding changes
 */
export async function quartersOf(picture: Buffer, tolerance = 4): Promise<Colour[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middles = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x): [number, number] => [x, y]));
  return middles.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    const isClose = (wanted: number[]) =>
      wanted.every((value, band) => Math.abs((data[at + band] ?? 0) - value) <= tolerance);
    return colours.find(([, wanted]) => isClose(wanted))?.[0] ?? "other";
  });
}

export const upright: Colour[] = ["red", "green", "blue", "grey"];
