import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { h264, makeClip, remuxClip } from "@/tests/support/clips";
import { plainPicture } from "@/tests/support/pictures";

const shorts = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
};
const longs = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const entry = (tag: number, type: number, count: number, value: number) =>
  Buffer.concat([shorts(tag, type), longs(count, value)]);

/** An iPhone's maker note: a directory after its name, whose offsets count from the note's start. */
export function appleMakerNote(identifier: string): Buffer {
  const text = Buffer.from(`${identifier}\0`, "latin1");
  const entries = [
    // MakerNoteVersion and, after the identifier, ImageCaptureType: their values are in the entries themselves.
    entry(0x0001, 9, 1, 14),
    entry(0x0011, 2, text.length, 14 + 2 + 3 * 12 + 4),
    entry(0x0014, 9, 1, 10),
  ];
  const head = Buffer.from("Apple iOS\0\0\x01MM", "latin1");
  return Buffer.concat([head, shorts(entries.length), ...entries, longs(0), text]);
}

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), shorts(data.length + 2), data]);

/** EXIF with the time and a maker note, as a big-endian TIFF. */
function exifWith(takenAt: string, makerNote: Buffer | null): Buffer {
  const head = Buffer.concat([
    Buffer.from("MM\0\x2a"),
    longs(8),
    shorts(1),
    entry(0x8769, 4, 1, 26),
    longs(0),
  ]);
  const date = Buffer.from(`${takenAt}\0`, "latin1");
  const count = makerNote ? 2 : 1;
  const dateAt = head.length + 2 + count * 12 + 4;
  const directory = [
    entry(0x9003, 2, date.length, dateAt),
    ...(makerNote ? [entry(0x927c, 7, makerNote.length, dateAt + date.length)] : []),
  ];
  return Buffer.concat([head, shorts(count), ...directory, longs(0), date, makerNote ?? Buffer.alloc(0)]);
}

export interface LivePart {
  /** Apple's identifier; none by default. */
  identifier?: string | undefined;
  /** Wall clock, as "2024-07-03 14:05:02". */
  takenAt?: string | undefined;
}

/** The photo of a Live Photo, different each time. */
export async function livePhoto({
  identifier,
  takenAt = "2024-07-03 14:05:02",
}: LivePart = {}): Promise<Buffer> {
  const jpeg = await plainPicture("jpeg", 640, 480);
  const exif = exifWith(takenAt.replace(/-/g, ":"), identifier ? appleMakerNote(identifier) : null);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif])),
    segment(0xfe, randomBytes(16)),
    jpeg.subarray(2),
  ]);
}

/** Makes the clips of Live Photos; call `remove` at the end. */
export async function liveClips() {
  const folder = await mkdtemp(path.join(tmpdir(), "keepsake-live-"));
  const plain = new Map<number, Promise<string>>();
  const plainClip = (seconds: number) => {
    const file = path.join(folder, `${seconds}.mov`);
    const picture = `testsrc2=s=320x240:r=10:d=${seconds}`;
    const found = plain.get(seconds) ?? makeClip(file, { picture, sound: `sine=d=${seconds}`, encode: h264 });
    plain.set(seconds, found);
    return found;
  };
  return {
    /** A QuickTime film, different each time. */
    async make({ identifier, takenAt = "2024-07-03 14:05:01" }: LivePart = {}, seconds = 2): Promise<Buffer> {
      const file = path.join(folder, `${randomUUID()}.mov`);
      await remuxClip(await plainClip(seconds), file, [
        ...["-movflags", "use_metadata_tags"],
        ...["-metadata", `com.apple.quicktime.creationdate=${takenAt.replace(" ", "T")}+0200`],
        ...["-metadata", "com.apple.quicktime.location.ISO6709=+51.5000-000.1200/"],
        ...(identifier ? ["-metadata", `com.apple.quicktime.content.identifier=${identifier}`] : []),
      ]);
      return Buffer.concat([await readFile(file), Buffer.from("\0\0\0\x10free"), randomBytes(8)]);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
