import { thumbHashToAverageRGBA, thumbHashToDataURL } from "thumbhash";

const remembered = new Map<string, string>();
const rememberedMost = 400;

function bytesOf(hash: string): Uint8Array {
  return Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0));
}

/** The average colour, for a CSS background; cheap enough for every render. undefined for a broken hash. */
export function thumbHashColor(hash: string): string | undefined {
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytesOf(hash));
    const channel = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);
    return `rgb(${channel(r)} ${channel(g)} ${channel(b)})`;
  } catch {
    return undefined;
  }
}

/** The blurred placeholder as a data URL; undefined for a broken hash. */
export function thumbHashUrl(hash: string): string | undefined {
  const known = remembered.get(hash);
  if (known) return known;
  try {
    const url = thumbHashToDataURL(bytesOf(hash));
    if (remembered.size >= rememberedMost) remembered.clear();
    remembered.set(hash, url);
    return url;
  } catch {
    return undefined;
  }
}
