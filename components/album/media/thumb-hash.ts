const remembered = new Map<string, string>();
const maxRemembered = 400;

function bytesOf(hash: string): Uint8Array {
  return Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0));
}

/**
 * The average colour, for a CSS background; cheap enough for every render, on the server too. Reads only the first
 * three bytes of the hash (6 bits each of luminance and two colour differences), so the decoder can load later.
 * @returns undefined for a broken hash
 */
export function thumbHashColor(hash: string): string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = bytesOf(hash.slice(0, 4));
  } catch {
    return undefined;
  }
  const [first = 0, second = 0, third = 0] = bytes;
  const header = first | (second << 8) | (third << 16);
  const luminance = (header & 63) / 63;
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1;
  const redGreen = ((header >> 12) & 63) / 31.5 - 1;
  const blue = luminance - (2 / 3) * yellowBlue;
  const red = (3 * luminance - blue + redGreen) / 2;
  const channel = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return `rgb(${channel(red)} ${channel(red - redGreen)} ${channel(blue)})`;
}

/** The blurred placeholder as a data URL; undefined for a broken hash. Its decoder is fetched when first needed. */
export async function thumbHashUrl(hash: string): Promise<string | undefined> {
  const known = remembered.get(hash);
  if (known) return known;
  const { thumbHashToDataURL } = await import("thumbhash");
  try {
    const url = thumbHashToDataURL(bytesOf(hash));
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(hash, url);
    return url;
  } catch {
    return undefined;
  }
}
