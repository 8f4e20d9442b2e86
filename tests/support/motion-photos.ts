import { Buffer } from "node:buffer";
import { heifPicture, plainPicture } from "@/tests/support/pictures";
import { jpegWithXmp } from "@/tests/support/xmp";

const jpegWith = async (attributes: string, inside = "") =>
  jpegWithXmp(await plainPicture("jpeg", 320, 240), attributes, inside);

const item = (mime: string, semantic: string, length: number) =>
  `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="${mime}" Item:Semantic="${semantic}" Item:Length="${length}" Item:Padding="0"/></rdf:li>`;

const directory = (...items: string[]) =>
  `<Container:Directory><rdf:Seq>${items.join("")}</rdf:Seq></Container:Directory>`;

const motionPhoto = 'GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1"';

/** Motion Photo 1.0, as a Pixel writes it; with a gain map between the photo and its clip, as an Ultra HDR one has. */
export async function motionJpeg(clip: Buffer, statedBytes = clip.length): Promise<Buffer> {
  const gainMap = await plainPicture("jpeg", 16, 16);
  const items = directory(
    item("image/jpeg", "Primary", 0),
    item("image/jpeg", "GainMap", gainMap.length),
    item("video/mp4", "MotionPhoto", statedBytes),
  );
  return Buffer.concat([await jpegWith(motionPhoto, items), gainMap, clip]);
}

/** MicroVideo, as phones wrote it until 2020. */
export async function microVideoJpeg(clip: Buffer, statedBytes = clip.length): Promise<Buffer> {
  const attributes = `GCamera:MicroVideo="1" GCamera:MicroVideoVersion="1" GCamera:MicroVideoOffset="${statedBytes}"`;
  return Buffer.concat([await jpegWith(attributes), clip]);
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

/** A Samsung JPEG, without XMP: a trailer of blocks, the clip among them. */
export async function samsungJpeg(clip: Buffer, count = 2): Promise<Buffer> {
  const block = (type: number, name: string, data: Buffer) =>
    Buffer.concat([shorts(0, type), longs(name.length), Buffer.from(name), data]);
  const time = block(0x0a01, "Image_UTC_Data", Buffer.from("1557403200000"));
  const film = block(0x0a30, "MotionPhoto_Data", clip);
  const entries = [
    [0x0a01, time.length + film.length, time.length],
    [0x0a30, film.length, film.length],
  ].map(([type = 0, offset = 0, size = 0]) => Buffer.concat([shorts(0, type), longs(offset, size)]));
  const list = Buffer.concat([Buffer.from("SEFH"), longs(106, count), ...entries]);
  return Buffer.concat([
    await plainPicture("jpeg", 320, 240),
    time,
    film,
    list,
    longs(list.length),
    Buffer.from("SEFT"),
  ]);
}

/** A HEIC with the clip in its own box. */
export function motionHeic(clip: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(clip.length + 8, 0);
  head.write("mpvd", 4, "latin1");
  return Buffer.concat([heifPicture("plain"), head, clip]);
}
