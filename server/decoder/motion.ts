import { boxesOf, type Extent } from "@/lib/shared/heif-items";
import { numberIn, xmpOf } from "@/server/decoder/xmp";

/** Samsung's trailer: a directory of blocks, its length and this word are the file's last bytes. */
const trailerWord = "SEFT";
const directoryWord = "SEFH";
const embeddedVideo = 0x0a30;
const maxBlocks = 1_000;

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** Motion Photo 1.0: the file's items, all but the first of which are stored back to back at its end. */
function fromContainer(xmp: string, fileBytes: number): Extent | null {
  const items = xmp.split(/<rdf:li\b/).slice(1);
  const at = items.findIndex((item) => /\bSemantic(?:\s*=\s*["']|>)\s*MotionPhoto\b/.test(item));
  if (at < 1) return null;
  const lengths = items.slice(at).map((item) => numberIn(item, "Length") ?? 0);
  const start = fileBytes - lengths.reduce((sum, length) => sum + length, 0);
  return [start, start + (lengths[0] ?? 0)];
}

/** MicroVideo, its predecessor: how far before the file's end the clip begins. */
function fromMicroVideo(xmp: string, fileBytes: number): Extent | null {
  const offset = numberIn(xmp, "MicroVideoOffset");
  return offset === null ? null : [fileBytes - offset, fileBytes];
}

function fromTrailer(file: Buffer): Extent | null {
  const footer = file.length - 8;
  if (footer < 12 || latin(file.subarray(footer + 4)) !== trailerWord) return null;
  const directory = footer - file.readUInt32LE(footer);
  if (directory < 0 || latin(file.subarray(directory, directory + 4)) !== directoryWord) return null;
  const count = Math.min(file.readUInt32LE(directory + 8), maxBlocks);
  for (let entry = directory + 12; entry + 12 <= Math.min(footer, directory + 12 + count * 12); entry += 12) {
    if (file.readUInt16LE(entry + 2) !== embeddedVideo) continue;
    const block = directory - file.readUInt32LE(entry + 4);
    if (block < 0) return null;
    const start = block + 8 + file.readUInt32LE(block + 4);
    return [start, block + file.readUInt32LE(entry + 8)];
  }
  return null;
}

function fromBoxes(file: Buffer): Extent | null {
  for (const { type, body } of boxesOf(file)) if (type === "mpvd") return body;
  return null;
}

/** Whether a range is inside the file and begins like an MP4. */
const isClip = (file: Buffer, [start, end]: Extent) =>
  start > 0 && start + 8 < end && end <= file.length && latin(file.subarray(start + 4, start + 8)) === "ftyp";

/**
 * Where in a Motion Photo's file its clip is: in an `mpvd` box (HEIC), where XMP says (Motion Photo 1.0, or MicroVideo
 * before it), or in Samsung's trailer. Null for any other picture, and if its metadata is wrong.
 */
export function findMotion(file: Buffer): Extent | null {
  try {
    const isJpeg = file.readUInt16BE(0) === 0xffd8;
    const xmp = isJpeg ? xmpOf(file) : "";
    const found = isJpeg
      ? [fromContainer(xmp, file.length), fromMicroVideo(xmp, file.length), fromTrailer(file)]
      : [fromBoxes(file)];
    return found.find((extent): extent is Extent => extent !== null && isClip(file, extent)) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
