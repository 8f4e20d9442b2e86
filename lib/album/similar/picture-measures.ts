/** What can be measured on a small copy of a picture. */
export interface PictureMeasures {
  /** 64 bits saying which neighbour is brighter, as 16 hexadecimal digits: similar pictures differ in only a few. */
  likeness: string;
  /** Variance of the Laplacian in the picture's sharpest parts. */
  sharpness: number;
  /** Mean brightness, 0 to 255. */
  brightness: number;
  /** Brightness that 95 % of the pixels stay below. */
  highlight: number;
  /** Fractions of nearly white pixels and of strokes; and colourfulness, 0 to 1. */
  paper: { white: number; ink: number; colour: number };
  /** Mean red, green and blue. */
  tone: [number, number, number];
}

/** The longer side of the copy that is measured. */
export const measuredSide = 512;

export interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8ClampedArray | Uint8Array;
}

/** Rec. 601, in whole numbers. */
function greyOf({ data, width, height }: Pixels): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 4)
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  return grey;
}

/** Mean brightness of each cell of a grid: what remains when the picture is seen from far away. */
function cellMeans(grey: Uint8Array, width: number, height: number, columns: number, rows: number): number[] {
  const means: number[] = [];
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows));
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * width) / columns);
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns));
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += grey[y * width + x] ?? 0;
      means.push(sum / ((bottom - top) * (right - left)));
    }
  }
  return means;
}

/** Cells that differ by less count as equal: such small differences change whenever a picture is saved. */
const evenBelow = 2;

/** A difference hash: eight rows of eight comparisons with the neighbour to the right. */
function differenceHash(grey: Uint8Array, width: number, height: number): string {
  const means = cellMeans(grey, width, height, 9, 8);
  let hash = "";
  for (let row = 0; row < 8; row++) {
    let bits = 0;
    for (let column = 0; column < 8; column++) {
      const at = row * 9 + column;
      bits = bits * 2 + ((means[at] ?? 0) > (means[at + 1] ?? 0) + evenBelow ? 1 : 0);
    }
    hash += bits.toString(16).padStart(2, "0");
  }
  return hash;
}

const tiles = 4;

/**
 * Variance of the Laplacian in each of 16 parts. A portrait with a soft background is sharp in a few parts, a shaky
 * picture in none, so the second best part counts.
 */
function sharpnessOf(grey: Uint8Array, width: number, height: number): number {
  const variances: number[] = [];
  for (let tile = 0; tile < tiles * tiles; tile++) {
    const left = Math.floor(((tile % tiles) * width) / tiles) || 1;
    const right = Math.min(width - 1, Math.floor((((tile % tiles) + 1) * width) / tiles));
    const top = Math.floor((Math.floor(tile / tiles) * height) / tiles) || 1;
    const bottom = Math.min(height - 1, Math.floor(((Math.floor(tile / tiles) + 1) * height) / tiles));
    let sum = 0;
    let squares = 0;
    let count = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = y * width + x;
        const around =
          (grey[at - 1] ?? 0) + (grey[at + 1] ?? 0) + (grey[at - width] ?? 0) + (grey[at + width] ?? 0);
        const value = 4 * (grey[at] ?? 0) - around;
        sum += value;
        squares += value * value;
        count++;
      }
    }
    if (count > 0) variances.push(squares / count - (sum / count) ** 2);
  }
  variances.sort((a, b) => b - a);
  return variances[1] ?? variances[0] ?? 0;
}

/** Measures a small copy (`measuredSide`), upright. Takes a few milliseconds: run it in a worker. */
export function measurePicture(pixels: Pixels): PictureMeasures {
  const { width, height, data } = pixels;
  const grey = greyOf(pixels);
  const histogram = new Uint32Array(256);
  const tone: [number, number, number] = [0, 0, 0];
  let white = 0;
  let ink = 0;
  let colour = 0;
  for (let at = 0, from = 0; at < grey.length; at++, from += 4) {
    const value = grey[at] ?? 0;
    histogram[value] = (histogram[value] ?? 0) + 1;
    const [red = 0, green = 0, blue = 0] = [data[from], data[from + 1], data[from + 2]];
    tone[0] += red;
    tone[1] += green;
    tone[2] += blue;
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
    colour += chroma;
    if (value > 200 && chroma < 30) white++;
    if (value < 110 && chroma < 60) ink++;
  }
  const total = Math.max(1, grey.length);
  let below = 0;
  let highlight = 0;
  let sum = 0;
  for (let value = 0; value < 256; value++) {
    const count = histogram[value] ?? 0;
    if (below < total * 0.95) highlight = value;
    below += count;
    sum += count * value;
  }
  return {
    likeness: differenceHash(grey, width, height),
    sharpness: Math.round(sharpnessOf(grey, width, height)),
    brightness: Math.round(sum / total),
    highlight,
    paper: { white: white / total, ink: ink / total, colour: colour / total / 255 },
    tone: [Math.round(tone[0] / total), Math.round(tone[1] / total), Math.round(tone[2] / total)],
  };
}
