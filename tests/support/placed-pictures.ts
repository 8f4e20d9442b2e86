import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { heifPicture } from "@/tests/support/pictures";

/** Words that name where a photo was taken, and words that must survive their removal. */
export const placeWords = [
  "Elm Street",
  "Kumasi",
  "Ashanti",
  "Ghana-Canary",
  "6,41.7N",
  "44.94462",
  "93.42597",
  "44.94463",
  "93.42598",
];
export const keptWords = ["Ama and Kofi", "Canon of Nana"];

const noise = () =>
  sharp({
    create: {
      ...{ width: 64, height: 48, channels: 3, background: "red" },
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  });

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
 xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLatitude="+44.94462" drone-dji:GpsLongtitude="-93.42597"
 drone-dji:Latitude="+44.94463" drone-dji:Longitude="-93.42598" exif:GPSLatitude="6,41.7N" photoshop:City='Kumasi' dc:title="Ama and Kofi">
<Iptc4xmpCore:Location>Elm Street</Iptc4xmpCore:Location>
<photoshop:State>Ashanti</photoshop:State><photoshop:Country>Ghana-Canary</photoshop:Country>
</rdf:Description></rdf:RDF></x:xmpmeta>`;

const exif = {
  IFD0: { Artist: "Canon of Nana", Orientation: "6" },
  IFD2: { DateTimeOriginal: "2019:08:07 06:05:04" },
  IFD3: {
    ...{
      GPSLatitudeRef: "N",
      GPSLatitude: "6/1 41/1 42/1",
      GPSLongitudeRef: "W",
      GPSLongitude: "1/1 37/1 0/1",
    },
    GPSAreaInformation: "Elm Street",
  },
};

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

function iptc(): Buffer {
  const dataset = (id: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, id, 0, text.length]), Buffer.from(text, "latin1")]);
  const data = Buffer.concat([
    ...[dataset(90, "Kumasi"), dataset(92, "Elm Street"), dataset(95, "Ashanti")],
    ...[dataset(101, "Ghana-Canary"), dataset(120, "Ama and Kofi")],
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return segment(
    0xed,
    Buffer.concat([Buffer.from("Photoshop 3.0\x008BIM\x04\x04\0\0", "latin1"), size, data]),
  );
}

/** A directory of texts, as a little-endian TIFF has it, with the texts after it. */
function directory(start: number, entries: [tag: number, type: number, value: Buffer][]): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length);
  let end = head.length;
  for (const [index, [tag, type, value]] of entries.entries()) {
    const at = 2 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(type === 4 ? 1 : value.length, at + 4);
    head.writeUInt32LE(type === 4 ? value.readUInt32LE() : start + end, at + 8);
    if (type !== 4) end += value.length;
  }
  return Buffer.concat([head, ...entries.flatMap(([, type, value]) => (type === 4 ? [] : [value]))]);
}

const long = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/**
 * A JPEG with a maker note as Panasonic's cameras write it, which names the place.
 * @param head what the note begins with
 * @param moved how far another program has moved the note without changing the positions in it
 */
export async function panasonicJpeg(make: string, head: string, moved = 0): Promise<Buffer> {
  const text = (words: string, bytes: number) => Buffer.from(words.padEnd(bytes, "\0"), "latin1");
  const makeText = text(make, make.length + 1);
  const [exifAt, gap] = [8 + 2 + 2 * 12 + 4 + makeText.length, Buffer.alloc(moved)];
  // The note's only entry comes first, so its own bytes follow the directory.
  const noteAt = exifAt + 2 + 12 + 4;
  const note = Buffer.concat([
    Buffer.from(head, "latin1"),
    directory(noteAt + head.length, [
      [0x66, 7, text("Ama and Kofi", 64)],
      [0x67, 7, text("Elm Street", 64)],
      [0x69, 7, text("Ghana-Canary", 72)],
      [0x6b, 7, text("Ashanti", 72)],
      [0x6d, 7, text("Kumasi", 72)],
      [0x6f, 7, text("Elm Street", 128)],
      [0x80, 7, text("Kumasi", 72)],
    ]),
  ]);
  const tiff = Buffer.concat([
    ...[Buffer.from("II*\0"), long(8)],
    directory(8, [
      [0x010f, 2, makeText],
      [0x8769, 4, long(exifAt + moved)],
    ]),
    gap,
    directory(exifAt + moved, [[0x927c, 7, note]]),
  ]);
  const jpeg = await noise().jpeg().toBuffer();
  const app1 = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), tiff]));
  return Buffer.concat([jpeg.subarray(0, 2), app1, jpeg.subarray(2)]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** What phones append to a photo: a video of one second, which contains the location again. */
const motion = Buffer.concat([
  box("ftyp", Buffer.from("isom\0\0\0\0")),
  box(
    "moov",
    box("udta", box("\xa9xyz", Buffer.from("Elm Street"))),
    box("meta", Buffer.from("location Kumasi")),
  ),
]);

/** A JPEG with its location in EXIF, XMP and IPTC, in a second picture after it, and in a video after that. */
export async function placedJpeg(): Promise<Buffer> {
  const jpeg = await noise().withExif(exif).withXmp(xmp).jpeg().toBuffer();
  const whole = Buffer.concat([jpeg.subarray(0, 2), iptc(), jpeg.subarray(2)]);
  return Buffer.concat([whole, jpeg, motion]);
}

function chunk(type: string, ...data: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), ...data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export async function placedPng(): Promise<Buffer> {
  const png = await noise().withExif(exif).png().toBuffer();
  const afterHead = 8 + 25;
  const texts = [
    chunk("iTXt", Buffer.from("XML:com.adobe.xmp\0\0\0\0\0"), Buffer.from(xmp)),
    chunk("zTXt", Buffer.from("Raw profile type xmp\0\0"), deflateSync(xmp)),
    chunk("tEXt", Buffer.from("Title\0Ama and Kofi")),
  ];
  return Buffer.concat([png.subarray(0, afterHead), ...texts, png.subarray(afterHead)]);
}

export const placedWebp = () => noise().withExif(exif).withXmp(xmp).webp().toBuffer();

/** With a video in its own box, as phones store them in a HEIC. */
export async function placedAvif(): Promise<Buffer> {
  return Buffer.concat([await noise().withExif(exif).withXmp(xmp).avif().toBuffer(), box("mpvd", motion)]);
}

/** The HEIC of tests/fixtures/heif, which was taken in Bath, with a video too. */
export const placedHeic = (): Buffer => Buffer.concat([heifPicture("plain"), box("mpvd", motion)]);

export async function placedGif(): Promise<Buffer> {
  const gif = await noise().gif().toBuffer();
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  const application = Buffer.concat([
    ...[Buffer.from([0x21, 0xff, 11]), Buffer.from("XMP DataXMP"), Buffer.from(xmp), trailer],
  ]);
  const flags = gif[10] ?? 0;
  const afterTable = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, afterTable), application, gif.subarray(afterTable)]);
}
