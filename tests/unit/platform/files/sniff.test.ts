import { sniffBytes, sniffFileType } from "@/lib/platform/files/sniff";
import { rawPhoto } from "@/tests/support/pictures";

const box = (type: string, brand = "", size = 24) => {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(size, 0);
  head.write(type + brand, 4, "latin1");
  return head;
};
const matroska = (kind: string) =>
  Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x82, 0x88]), text(kind)]);
/** Packets of a transport stream. */
function packets(first: number, bytes: number): Buffer {
  const head = Buffer.alloc(512);
  for (let at = first; at < head.length; at += bytes) head[at] = 0x47;
  return head;
}
const text = (content: string) => Buffer.from(content.padEnd(64));

describe("a file's type", () => {
  test.each<[string, Uint8Array]>([
    ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ["image/gif", text("GIF87a")],
    ["image/gif", text("GIF89a")],
    ["image/webp", text("RIFF\x10\x00\x00\x00WEBPVP8 ")],
    ...["heic", "heix", "heim", "hevc"].map((brand): [string, Uint8Array] => [
      "image/heic",
      box("ftyp", brand),
    ]),
    ...["avif", "avis"].map((brand): [string, Uint8Array] => ["image/avif", box("ftyp", brand)]),
    ["image/avif", box("ftyp", "mif1\0\0\0\0mif1avif")],
    ["image/heic", box("ftyp", "msf1\0\0\0\0mif1heic")],
    ["image/heif", box("ftyp", "mif1\0\0\0\0mif1unif")],
    // What follows the box isn't one of its brands.
    ["image/heif", box("ftyp", "mif1\0\0\0\0mif1avif", 20)],
    ["video/x-msvideo", text("RIFF\x10\x00\x00\x00AVI LIST")],
    ["video/matroska", matroska("matroska")],
    ["video/webm", matroska("webm")],
    ["video/mpeg", Buffer.concat([Buffer.from([0, 0, 1, 0xba]), Buffer.alloc(20)])],
    ["video/mp2t", packets(0, 188)],
    ["video/mp2t", packets(4, 192)],
    ...["isom", "iso5", "mp41", "mp42", "avc1", "M4V ", "MSNV", "3gp4", "3g2a"].map(
      (brand): [string, Uint8Array] => ["video/mp4", box("ftyp", brand)],
    ),
    ["video/quicktime", box("ftyp", "qt  ")],
    ...["moov", "mdat", "wide", "free", "skip"].map((first): [string, Uint8Array] => [
      "video/quicktime",
      box(first),
    ]),
    ["video/quicktime", box("mdat", "", 1)],
    ["video/quicktime", box("mdat", "", 0)],
    ["image/jxl", Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(16)])],
    ["image/jxl", Buffer.from("\0\0\0\x0cJXL \r\n\x87\n\0\0\0\0", "latin1")],
    ["image/x-canon-cr3", box("ftyp", "crx ")],
    ...[
      ["image/x-canon-cr2", "canon.cr2"],
      ["image/x-adobe-dng", "canon.dng"],
      ["image/x-adobe-dng", "without-preview.dng"],
      ["image/x-nikon-nef", "nikon.nef"],
      ["image/x-sony-arw", "sony.arw"],
    ].map(([type, name]): [string, Uint8Array] => [type ?? "", rawPhoto(name ?? "").subarray(0, sniffBytes)]),
  ])("%s is recognised by its first bytes", (mimeType, head) => {
    expect(sniffFileType(head)?.mimeType).toBe(mimeType);
    expect(mimeType).toContain(`${sniffFileType(head)?.mediaType}/`);
  });

  test.each<[string, Uint8Array]>([
    ["nothing", Buffer.alloc(0)],
    ["two bytes of a JPEG", Buffer.from([0xff, 0xd8])],
    ["a cut PNG", Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ["zeros", Buffer.alloc(64)],
    ...["jp2 ", "M4A "].map((brand): [string, Uint8Array] => [`ftyp ${brand}`, box("ftyp", brand)]),
    ["one packet's first byte", packets(0, 188).subarray(0, 188)],
    ["text of the letter that begins a packet", text("G".repeat(64))],
    ["WAV", text("RIFF\x10\x00\x00\x00WAVEfmt ")],
    ["TIFF, little end first", text("II*\0\x08\0\0\0")],
    ["TIFF, big end first", text("MM\0*\0\0\0\x08")],
    ["SVG", text("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["SVG with a preamble", text("<?xml version='1.0'?><svg/>")],
    ["PSD", text("8BPS\0\x01")],
    ["BMP", text("BM\x36\0\0\0")],
    ["HTML", text("<!doctype html>")],
    ["PDF", text("%PDF-1.7")],
    ["ZIP", text("PK\x03\x04")],
    ["EBML that is no film", matroska("docs")],
    ["an HLS playlist", text("#EXTM3U\n#EXT-X-VERSION:3")],
    ["a concat list", text("ffconcat version 1.0\nfile x")],
    ["a moov box too short to be one", box("moov", "", 4)],
    ["text that reads like a box", text("the moov")],
  ])("%s is refused", (_, head) => {
    expect(sniffFileType(head)).toBeNull();
  });
});

test("a TIFF that a program made from a raw photo isn't one, although it names the camera's maker", () => {
  const exported = Buffer.from(rawPhoto("nikon.nef"));
  // NewSubfileType is the first entry; 0 says that IFD0 is the photo itself.
  expect(exported.readUInt16LE(10)).toBe(0xfe);
  exported.writeUInt32LE(0, 18);
  expect(sniffFileType(exported)).toBeNull();
});

test("a raw photo cut off in its directory is refused", () => {
  for (const name of ["canon.dng", "nikon.nef", "sony.arw"])
    expect(sniffFileType(rawPhoto(name).subarray(0, 100))).toBeNull();
});
