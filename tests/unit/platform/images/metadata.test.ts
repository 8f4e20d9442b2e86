import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { findVideoTools } from "@/lib/platform/video/ffmpeg";
import { makePlayable } from "@/lib/platform/video/playable";
import { probeWithPoster } from "@/lib/platform/video/poster";
import { h264, makeClip, remuxClip } from "@/tests/support/clips";

/** Planted wherever a format allows text. */
const secret = "SECRET-51.5074N";

const plain = () => sharp({ create: { width: 400, height: 300, channels: 3, background: "#a06030" } });

function pngChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0);
  return Buffer.concat([head, data, sum]);
}

/** Text in every kind of PNG text chunk, an EXIF block, a time, and more after the end. */
async function talkativePng(): Promise<Buffer> {
  const png = await plain().png().toBuffer();
  const afterHeader = 8 + 25;
  const exif = await plain()
    .withExif({ IFD0: { ImageDescription: secret } })
    .png()
    .toBuffer();
  const start = exif.indexOf("eXIf") - 4;
  const chunks = [
    pngChunk("tEXt", Buffer.from(`Comment\0${secret}`, "latin1")),
    pngChunk("zTXt", Buffer.concat([Buffer.from("Author\0\0", "latin1"), deflateSync(secret)])),
    pngChunk("iTXt", Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0<x>${secret}</x>`, "utf8")),
    pngChunk("tIME", Buffer.from([7, 231, 5, 6, 7, 8, 9])),
    start > 0 ? exif.subarray(start, start + 12 + exif.readUInt32BE(start)) : Buffer.alloc(0),
  ];
  return Buffer.concat([
    png.subarray(0, afterHeader),
    ...chunks,
    png.subarray(afterHeader),
    Buffer.from(secret),
  ]);
}

/** A comment and an application block, each before the picture. */
async function talkativeGif(): Promise<Buffer> {
  const gif = await plain().gif().toBuffer();
  const tableBits = (gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0;
  const afterTable = 13 + tableBits;
  const block = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]);
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), block(secret), Buffer.from([0])]);
  const application = Buffer.concat([
    Buffer.from([0x21, 0xff]),
    block("XMP DataXMP"),
    block(secret),
    Buffer.from([0]),
  ]);
  return Buffer.concat([gif.subarray(0, afterTable), comment, application, gif.subarray(afterTable)]);
}

/** A comment, an IPTC segment, an embedded preview and more after the end. */
async function talkativeJpeg(): Promise<Buffer> {
  const jpeg = await plain()
    .withExif({ IFD0: { Artist: secret }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
    .jpeg()
    .toBuffer();
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const caption = Buffer.from(secret, "latin1");
  const dataset = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, caption.length]), caption]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(dataset.length, 0);
  const iptc = [Buffer.from("Photoshop 3.0\x008BIM\x04\x04\0\0", "latin1"), size, dataset];
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xfe, caption),
    segment(0xed, Buffer.concat(iptc)),
    jpeg.subarray(2),
    caption,
  ]);
}

/** The kinds of metadata in a derived picture. */
async function besidesPixels(picture: Buffer): Promise<string[]> {
  const { exif, xmp, iptc, icc, comments, tifftagPhotoshop } = await sharp(picture)
    .metadata()
    // This process may have blocked the decoder of our own outputs; their bytes are searched as well.
    .catch(() => ({}) as import("sharp").Metadata);
  const held = { exif, xmp, iptc, icc, comments, tifftagPhotoshop };
  return Object.entries(held).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

test.each([
  ["a PNG's texts, times and EXIF", talkativePng],
  ["a GIF's comments and applications' blocks", talkativeGif],
  ["a JPEG's comments, IPTC, EXIF and XMP", talkativeJpeg],
])("%s stay in the original", async (_, make) => {
  const original = await make();
  expect(original.includes(secret)).toBe(true);
  const { thumbnail, medium } = await makeImageDerivatives(original);
  for (const made of [thumbnail, medium]) {
    expect(made.length).toBeGreaterThan(100);
    expect(await besidesPixels(made)).toEqual([]);
    expect(made.toString("latin1")).not.toMatch(/SECRET|51\.5|Exif|xmp|Photoshop|8BIM|ICC_PROFILE/i);
  }
});

test("a film's place, day, device and titles are neither in its poster nor in its rendition", async () => {
  const tools = await findVideoTools();
  if (!tools) {
    console.info("SKIPPED: a film's metadata needs the system's ffmpeg.");
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "keepsake-film-"));
  const at = (name: string) => path.join(folder, name);
  try {
    await makeClip(at("plain.mp4"), { encode: h264 });
    const tags = ["title", "artist", "comment", "description", "location", "com.apple.quicktime.make"];
    const more = tags.flatMap((name) => ["-metadata", `${name}=${secret}`]);
    const streams = ["-metadata:s:v", `title=${secret}`, "-metadata:s:a", `handler_name=${secret}`];
    await remuxClip(at("plain.mp4"), at("told.mov"), ["-movflags", "use_metadata_tags", ...more, ...streams]);
    await makePlayable(at("told.mov"), at("played.mp4"), { tools });
    expect((await readFile(at("told.mov"))).includes(secret)).toBe(true);
    expect((await readFile(at("played.mp4"))).includes(secret)).toBe(false);
    const { poster } = await probeWithPoster(at("told.mov"), { tools });
    expect(poster.includes(secret)).toBe(false);
    const { thumbnail, medium } = await makeImageDerivatives(poster);
    for (const made of [thumbnail, medium]) expect(made.includes(secret)).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
