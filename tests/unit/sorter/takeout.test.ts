import { originalOfEdited } from "@/lib/album/media/edited-name";
import { pairSidecars, parseSidecar } from "@/lib/sorter/takeout";

test.each([
  ["IMG_1.jpg", "IMG_1.jpg.json"],
  ["IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"],
  ["IMG_1.jpg", "IMG_1.jpg.supplemental-meta.json"],
  ["IMG_1.jpg", "IMG_1.jpg.s.json"],
  ["IMG_1(2).jpg", "IMG_1.jpg(2).json"],
  ["IMG_1(2).jpg", "IMG_1.jpg.supplemental-metadata(2).json"],
  ["IMG_1-edited.jpg", "IMG_1.jpg.json"],
  ["IMG_1-bearbeitet.jpg", "IMG_1.jpg.supplemental-metadata.json"],
  ["IMG_1-edited(1).jpg", "IMG_1.jpg(1).json"],
  ["IMG_1.MP4", "IMG_1.HEIC.json"],
  ["IMG_1.MOV", "IMG_1.JPG.json"],
  ["img_1.JPG", "IMG_1.jpg.json"],
  ["IMG_1.jpg", "IMG_1.json"],
  // Cut at 46 characters, in the middle of the picture's own name.
  [
    "A very long name of a picture of our summer holiday 2024.jpg",
    "A very long name of a picture of our summer ho.json",
  ],
  ["A name that just about fits into the cut.jpg", "A name that just about fits into the cut.jpg.s.json"],
])("%s has its date in %s", (picture, sidecar) => {
  expect(pairSidecars([picture], [sidecar]).get(picture)).toBe(sidecar);
});

test("copies are not mixed up", () => {
  const pairs = pairSidecars(
    ["IMG_1.jpg", "IMG_1(1).jpg", "IMG_1(2).jpg", "IMG_11.jpg"],
    ["IMG_1.jpg.json", "IMG_1.jpg(1).json", "IMG_1.jpg.supplemental-metadata(2).json", "metadata.json"],
  );
  expect(Object.fromEntries(pairs)).toEqual({
    "IMG_1.jpg": "IMG_1.jpg.json",
    "IMG_1(1).jpg": "IMG_1.jpg(1).json",
    "IMG_1(2).jpg": "IMG_1.jpg.supplemental-metadata(2).json",
  });
});

test("an edited copy knows its original; other names are none", () => {
  expect(originalOfEdited("IMG_1-edited.jpg")).toBe("IMG_1.jpg");
  expect(originalOfEdited("IMG_1-edited(1).jpg")).toBe("IMG_1(1).jpg");
  expect(originalOfEdited("edited.jpg")).toBeNull();
});

test("a sidecar says when, where and in which words", () => {
  const text = JSON.stringify({
    title: "IMG_1.jpg",
    description: " At the lake ",
    photoTakenTime: { timestamp: "1720015530", formatted: "3 Jul 2024" },
    geoData: { latitude: 0, longitude: 0 },
    geoDataExif: { latitude: 46.2, longitude: 6.15 },
  });
  expect(parseSidecar(text)).toEqual({
    takenMs: 1_720_015_530_000,
    description: "At the lake",
    place: { latitude: 46.2, longitude: 6.15 },
  });
});

test.each(["", "[]", "null", "{", '{"title":"An album"}'])("%s is no sidecar", (text) => {
  expect(parseSidecar(text)).toBeNull();
});

test("what a sidecar writes for nothing stays nothing", () => {
  const text = '{"photoTakenTime":{"timestamp":"0"},"geoData":{"latitude":0,"longitude":0},"description":7}';
  expect(parseSidecar(text)).toEqual({ takenMs: null, description: "", place: null });
  expect(parseSidecar('{"photoTakenTime":null,"geoData":{"latitude":"51"}}')).toEqual({
    takenMs: null,
    description: "",
    place: null,
  });
});
