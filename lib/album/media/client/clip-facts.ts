import type { Place } from "@/lib/album/media/taken-date";

export interface ClipFacts {
  /** As Apple and others write it, with the time zone: "2024-07-03T14:05:00+0200". */
  localDate: string | null;
  /** From the movie header, UTC according to the standard: milliseconds since 1970. */
  createdMs: number | null;
  place: Place | null;
}

const nothing: ClipFacts = { localDate: null, createdMs: null, place: null };
/** QuickTime counts seconds from 1904. */
const epochSeconds = 2_082_844_800;
const maxMovieHeaderBytes = 24 * 1_048_576;
const maxBoxes = 200;
const aviHeadBytes = 65_536;

const latin = new TextDecoder("latin1");

async function bytesAt(file: Blob, from: number, to: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, to).arrayBuffer());
}

/** Finds the movie box by walking the boxes around it: there can be 100 MB of picture data before it. */
async function movieBox(file: Blob): Promise<Uint8Array | null> {
  let at = 0;
  for (let boxes = 0; boxes < maxBoxes && at + 8 <= file.size; boxes++) {
    const head = await bytesAt(file, at, at + 16);
    const view = new DataView(head.buffer);
    const type = latin.decode(head.subarray(4, 8));
    let size = view.getUint32(0);
    if (size === 1 && head.length >= 16) size = Number(view.getBigUint64(8));
    if (size === 0) size = file.size - at;
    if (size < 8) return null;
    if (type === "moov") return bytesAt(file, at, at + Math.min(size, maxMovieHeaderBytes));
    at += size;
  }
  return null;
}

function headerDate(movie: Uint8Array, text: string): number | null {
  const at = text.indexOf("mvhd");
  if (at < 0 || at + 24 > movie.length) return null;
  const view = new DataView(movie.buffer, movie.byteOffset);
  const seconds = movie[at + 4] === 1 ? Number(view.getBigUint64(at + 8)) : view.getUint32(at + 8);
  // Cameras without a clock and most editing programs write 0.
  return seconds > epochSeconds ? (seconds - epochSeconds) * 1000 : null;
}

/** ISO 6709, as phones write it: "+51.5074-000.1278+011.000/". */
function placeIn(text: string): Place | null {
  const found = /([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)(?:[+-]\d+(?:\.\d+)?)?\//.exec(text);
  const [latitude, longitude] = [Number(found?.[1]), Number(found?.[2])];
  const isReal = found && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isReal && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}

const monthsOfAvi = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** "Sat Jul 20 14:05:00 2024", the camera's own clock. */
function aviDate(text: string): string | null {
  const found = /IDIT[\s\S]{4}\w{3} (\w{3}) +(\d{1,2}) (\d{2}:\d{2}:\d{2}) (\d{4})/.exec(text);
  const month = monthsOfAvi.indexOf(found?.[1] ?? "-") / 3 + 1;
  if (!found || month < 1 || !Number.isInteger(month)) return null;
  return `${found[4]}-${String(month).padStart(2, "0")}-${(found[2] ?? "").padStart(2, "0")}T${found[3]}`;
}

/** When and where a clip says that it was taken. Never throws: a broken clip yields nothing. */
export async function clipFactsOf(file: Blob): Promise<ClipFacts> {
  try {
    const head = latin.decode(await bytesAt(file, 0, aviHeadBytes));
    if (head.startsWith("RIFF")) return { ...nothing, localDate: aviDate(head) };
    const movie = await movieBox(file);
    if (!movie) return nothing;
    const text = latin.decode(movie);
    return {
      localDate: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:?\d{2}/.exec(text)?.[0] ?? null,
      createdMs: headerDate(movie, text),
      place: placeIn(text),
    };
  } catch {
    return nothing;
  }
}
