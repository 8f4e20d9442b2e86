import { type Box, boxesOf, type Extent } from "@/lib/shared/heif-items";

/** What a Canon CR3 contains besides its sensor's data, each by where it is in the file. */
export interface Cr3Parts {
  /** TIFFs by the names of their boxes: CMT1 is what others call IFD0, CMT2 EXIF, CMT4 GPS. */
  tiffs: Map<string, Extent>;
  xmp: Extent | null;
  /** Pictures in JPEG. */
  jpegs: Extent[];
}

const uuids = {
  canon: "85c0b687820f11e08111f4ce462b6a48",
  xmp: "be7acfcb97a942e89c71999491e3afac",
  preview: "eaf42b5e1c984b88b9fbb7dc406e4d16",
};
const uuidBytes = 16;
const maxTracks = 16;
const tiffBox = /^CMT[1-4]$/;
/** Version and flags, then dimensions and the JPEG's length; the JPEG follows. */
const previewHeadBytes = { PRVW: 16, THMB: 16 } as const;
/** Between its UUID and its box. */
const previewCountBytes = 8;

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const uuidOf = (bytes: Uint8Array, { body: [start] }: Box) => hexOf(bytes.subarray(start, start + uuidBytes));

function childOf(bytes: Uint8Array, box: Box | undefined, type: string): Box | undefined {
  return box && [...boxesOf(bytes, box.body)].find((child) => child.type === type);
}

/** The first sample of a track: a picture has one. */
function firstSampleOf(bytes: Uint8Array, track: Box, fileBytes: number): Extent | null {
  const table = ["mdia", "minf", "stbl"].reduce<Box | undefined>(
    (box, type) => childOf(bytes, box, type),
    track,
  );
  const [sizes, offsets] = ["stsz", "co64"].map((type) => childOf(bytes, table, type));
  if (!sizes || !offsets) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const same = view.getUint32(sizes.body[0] + 4);
  const length = same === 0 ? view.getUint32(sizes.body[0] + 12) : same;
  const start = Number(view.getBigUint64(offsets.body[0] + 8));
  return start + length <= fileBytes ? [start, start + length] : null;
}

function addPreview(parts: Cr3Parts, { type, body: [start, end] }: Box): void {
  if (type === "PRVW" || type === "THMB") parts.jpegs.push([start + previewHeadBytes[type], end]);
}

/**
 * The parts of a CR3.
 * @param head the file, or a beginning of it that has its `moov` box
 * @param fileBytes how long the whole file is
 * @throws RangeError, Error when it has no `moov` box, or a damaged one
 */
export function readCr3(head: Uint8Array, fileBytes: number = head.length): Cr3Parts {
  const parts: Cr3Parts = { tiffs: new Map(), xmp: null, jpegs: [] };
  const boxes = [...boxesOf(head, undefined, fileBytes)];
  const moov = boxes.find(({ type }) => type === "moov");
  if (!moov || moov.body[1] > head.length) throw new Error("The raw photo has no directory");
  let tracks = 0;
  for (const box of boxesOf(head, moov.body)) {
    if (box.type === "trak" && tracks++ < maxTracks) {
      const sample = firstSampleOf(head, box, fileBytes);
      if (sample) parts.jpegs.push(sample);
    }
    if (box.type !== "uuid" || uuidOf(head, box) !== uuids.canon) continue;
    for (const child of boxesOf(head, [box.body[0] + uuidBytes, box.body[1]])) {
      if (tiffBox.test(child.type)) parts.tiffs.set(child.type, child.body);
      else addPreview(parts, child);
    }
  }
  for (const box of boxes.filter(({ type }) => type === "uuid")) {
    const start = box.body[0] + uuidBytes;
    const uuid = uuidOf(head, box);
    if (uuid === uuids.xmp) parts.xmp = [start, box.body[1]];
    if (uuid !== uuids.preview || box.body[1] > head.length) continue;
    for (const child of boxesOf(head, [start + previewCountBytes, box.body[1]])) addPreview(parts, child);
  }
  return parts;
}
