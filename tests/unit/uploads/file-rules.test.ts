import {
  acceptAttribute,
  isChunked,
  isSameFile,
  kindOf,
  limitLabel,
  sizeLabel,
  sortFiles,
  typeLabels,
} from "@/lib/album/uploads/file-rules";

function file(name: string, type: string, bytes = 1): File {
  const made = new File(["x"], name, { type, lastModified: 1 });
  Object.defineProperty(made, "size", { value: bytes });
  return made;
}

const megabyte = 1_048_576;
/** Specification 9.4. */
const limits = { maxImageBytes: 10 * megabyte, maxVideoBytes: 100 * megabyte, takesHeic: true };
const withoutHeic = { ...limits, takesHeic: false };
const names = (files: readonly File[]) => files.map(({ name }) => name);

test.each([
  ["a.jpg", "image/jpeg", "image"],
  ["a.png", "image/png", "image"],
  ["a.gif", "image/gif", "image"],
  ["a.mp4", "video/mp4", "video"],
  ["a.mov", "video/quicktime", "video"],
  ["a.avi", "video/x-msvideo", "video"],
  // Some systems know no type for a file name, or an outdated one.
  ["A.AVI", "", "video"],
  ["a.MOV", "application/octet-stream", "video"],
  ["a.jpg", "image/pjpeg", "image"],
  ["a.webp", "image/webp", "image"],
  ["a.avif", "", "image"],
  ["a.jpg", "image/heic", "image"],
  ["IMG_1.HEIC", "", "image"],
  ["a.hif", "", "image"],
  ["a.mkv", "video/x-matroska", "video"],
  ["a.webm", "video/webm", "video"],
  ["00012.MTS", "", "video"],
  ["a.3gp", "video/3gpp", "video"],
  ["a.mpg", "video/mpeg", "video"],
  ["a.tif", "image/tiff", null],
  ["a.NEF", "", "image"],
  ["a.dng", "image/tiff", "image"],
  ["a.cr2", "image/x-canon-cr2", "image"],
  ["a.CR3", "application/octet-stream", "image"],
  ["a.arw", "image/arw", "image"],
  ["a.jxl", "image/jxl", "image"],
  ["a.wmv", "video/x-ms-wmv", null],
  ["a.svg", "image/svg+xml", null],
  ["notes.txt", "text/plain", null],
  ["jpg", "", null],
])("%s of type '%s' is %s", (name, type, kind) => {
  expect(kindOf(file(name, type))).toBe(kind);
});

test("each filter keeps its own kind", () => {
  const files = [file("a.jpg", "image/jpeg"), file("b.mp4", "video/mp4"), file("c.txt", "text/plain")];
  const kept = (filter: "all" | "image" | "video") => {
    const { accepted, unsupported } = sortFiles(files, filter, limits);
    return [accepted.map((one) => one.file.name), names(unsupported)];
  };
  expect(kept("all")).toEqual([["a.jpg", "b.mp4"], ["c.txt"]]);
  expect(kept("image")).toEqual([["a.jpg"], ["b.mp4", "c.txt"]]);
  expect(kept("video")).toEqual([["b.mp4"], ["a.jpg", "c.txt"]]);
});

test("images up to 10MB and videos up to 100MB pass, one byte more is too large, and the rest is kept", () => {
  const { accepted, tooLarge } = sortFiles(
    [
      file("fits.jpg", "image/jpeg", 10 * megabyte),
      file("big.jpg", "image/jpeg", 10 * megabyte + 1),
      file("fits.mp4", "video/mp4", 100 * megabyte),
      file("big.mp4", "video/mp4", 100 * megabyte + 1),
    ],
    "all",
    limits,
  );
  expect(accepted.map((one) => one.file.name)).toEqual(["fits.jpg", "fits.mp4"]);
  expect(tooLarge.map((one) => one.file.name)).toEqual(["big.jpg", "big.mp4"]);
});

test("lower limits set by a super admin apply, and are named", () => {
  const lower = { maxImageBytes: 3 * megabyte, maxVideoBytes: 20.5 * megabyte, takesHeic: true };
  const files = [
    file("a.jpg", "image/jpeg", 3 * megabyte),
    file("b.jpg", "image/jpeg", 3 * megabyte + 1),
    file("c.mp4", "video/mp4", 21 * megabyte),
  ];
  const { accepted, tooLarge } = sortFiles(files, "all", lower);
  expect(accepted.map((one) => one.file.name)).toEqual(["a.jpg"]);
  expect(tooLarge.map((one) => one.file.name)).toEqual(["b.jpg", "c.mp4"]);
  expect([limitLabel("image", lower), limitLabel("video", lower)]).toEqual(["3MB", "20.5MB"]);
});

test("an iPhone photo is accepted; if HEIC can't be decoded it is still recognised, by type or by name", () => {
  const files = [file("IMG_1.HEIC", ""), file("b.heif", "image/heif"), file("c.txt", "text/plain")];
  const taken = sortFiles(files, "all", limits);
  expect(taken.accepted.map((one) => [one.file.name, one.mediaType])).toEqual([
    ["IMG_1.HEIC", "image"],
    ["b.heif", "image"],
  ]);
  expect(taken.heic).toEqual([]);
  const { accepted, unsupported, heic } = sortFiles(files, "all", withoutHeic);
  expect(accepted).toEqual([]);
  expect(names(unsupported)).toEqual(["IMG_1.HEIC", "b.heif", "c.txt"]);
  expect(names(heic)).toEqual(["IMG_1.HEIC", "b.heif"]);
});

test("the file types for upload have familiar names", () => {
  expect(typeLabels("image", limits).join()).toBe("JPG,PNG,GIF,WebP,AVIF,HEIC,RAW,JPEG XL");
  expect(typeLabels("image", withoutHeic).join()).toBe("JPG,PNG,GIF,WebP,AVIF,RAW,JPEG XL");
  expect(typeLabels("video", limits).join()).toBe("MP4,MOV,AVI,MKV,WebM,MPG,MTS");
});

test("files over 10MB go in chunks, everything else in one request", () => {
  expect(isChunked({ file: file("a.mp4", "video/mp4", 10 * megabyte) })).toBe(false);
  expect(isChunked({ file: file("a.mp4", "video/mp4", 10 * megabyte + 1) })).toBe(true);
  expect(isChunked({ file: file("a.jpg", "image/jpeg", 10 * megabyte) })).toBe(false);
  expect(isChunked({ file: file("a.jpg", "image/jpeg", 10 * megabyte + 1) })).toBe(true);
});

test("the picker only asks for what the filter takes, and for HEIC only if it can be decoded", () => {
  const images = acceptAttribute("image", limits).split(",");
  expect(images).toEqual(
    expect.arrayContaining([
      "image/jpeg",
      ".jpeg",
      "image/webp",
      "image/heic",
      ".heic",
      ".dng",
      ".cr2",
      ".cr3",
      ".nef",
      ".arw",
      "image/jxl",
    ]),
  );
  expect(images.join()).not.toMatch(/video|mp4/);
  expect(acceptAttribute("image", withoutHeic)).not.toMatch(/hei[cf]/);
  const videos = acceptAttribute("video", limits).split(",");
  expect(videos).toEqual(expect.arrayContaining(["video/mp4", ".mov", ".mkv", ".mts"]));
  expect(videos.join()).not.toMatch(/image|jpg/);
  expect(acceptAttribute("all", limits).split(",")).toEqual([...images, ...videos]);
});

test("a choice is identified by name, size and time", () => {
  const one = file("a.jpg", "image/jpeg");
  expect(isSameFile(one, file("a.jpg", "image/jpeg"))).toBe(true);
  expect(isSameFile(one, file("b.jpg", "image/jpeg"))).toBe(false);
  expect(isSameFile(one, file("a.jpg", "image/jpeg", 2))).toBe(false);
  expect(isSameFile(one, new File(["x"], "a.jpg", { lastModified: 2 }))).toBe(false);
});

test.each([
  [12, "12 bytes"],
  [120 * 1024, "120 KB"],
  [3.44 * megabyte, "3.4 MB"],
  [4.2 * 1024 * megabyte, "4.2 GB"],
])("%d bytes read as %s", (bytes, words) => expect(sizeLabel(bytes)).toBe(words));
