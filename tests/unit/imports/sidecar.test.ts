import { albumTitleOf, specialFolderOf, yearOfFolder } from "@/lib/album/imports/folders";
import { readAlbumFile, readSidecar } from "@/lib/album/imports/sidecar";
import { importedMonth } from "@/lib/album/imports/taken";

const whole = {
  title: "IMG_1.jpg",
  description: " At the lake ",
  creationTime: { timestamp: "1720100000" },
  photoTakenTime: { timestamp: "1720015530", formatted: "3 Jul 2024" },
  geoData: { latitude: 0, longitude: 0, altitude: 0 },
  geoDataExif: { latitude: 46.2, longitude: 6.15, altitude: 372 },
  people: [{ name: "Ada" }, { name: "Grandma" }, { name: "Ada" }],
  favorited: true,
  archived: true,
  url: "https://photos.google.com/photo/x",
};

test("a sidecar says when, where, with whom and with what description", () => {
  expect(readSidecar(JSON.stringify(whole))).toEqual({
    title: "IMG_1.jpg",
    takenMs: 1_720_015_530_000,
    description: "At the lake",
    place: { latitude: 46.2, longitude: 6.15 },
    people: ["Ada", "Grandma"],
    isFavorite: true,
    isArchived: true,
    isTrashed: false,
    isLocked: false,
  });
  expect(readSidecar(JSON.stringify({ ...whole, trashed: true, inLockedFolder: true }))).toMatchObject({
    isTrashed: true,
    isLocked: true,
  });
});

const empty = {
  title: "",
  takenMs: null,
  description: "",
  place: null,
  people: [],
  isFavorite: false,
  isArchived: false,
  isTrashed: false,
  isLocked: false,
};

test.each([
  '{"photoTakenTime":{"timestamp":"0"},"geoData":{"latitude":0,"longitude":0},"description":7}',
  '{"photoTakenTime":null,"geoData":{"latitude":"51"}}',
  '{"photoTakenTime":{"timestamp":"soon"},"people":"Ada","favorited":"yes"}',
  '{"photoTakenTime":{"timestamp":"1e99"},"title":[1],"people":[null,{},{"name":3},{"name":"  "}]}',
  '{"photoTakenTime":{},"geoData":{"latitude":91,"longitude":0}}',
])("what is missing or malformed counts as nothing: %s", (json) => {
  expect(readSidecar(json)).toEqual(empty);
});

test.each(["", "[]", "null", "{", '"text"', '{"title":"An album"}'])("%s isn't a sidecar", (json) => {
  expect(readSidecar(json)).toBeNull();
});

test("what PostgreSQL can't store is left out, and lengths are limited", () => {
  const read = readSidecar(
    JSON.stringify({
      photoTakenTime: {},
      title: "a\u0000b\n.jpg",
      description: `one\u0000\ntwo \ud800${"x".repeat(5_000)}`,
      people: [
        { name: `${"n".repeat(500)}` },
        ...Array.from({ length: 500 }, (_, at) => ({ name: `P${at}` })),
      ],
    }),
  );
  expect(read?.title).toBe("a b .jpg");
  expect(read?.description).toHaveLength(2_000);
  expect(read?.description.startsWith("one\ntwo ")).toBe(true);
  expect(read?.people).toHaveLength(100);
  expect(read?.people[0]).toHaveLength(100);
});

test("an album's file gives its title, in the older form, too", () => {
  const album = { title: " Holidays ", description: "At sea", access: "protected", date: { timestamp: "0" } };
  expect(readAlbumFile(JSON.stringify(album))).toEqual({ title: "Holidays", description: "At sea" });
  expect(readAlbumFile(JSON.stringify({ albumData: album }))).toEqual({
    title: "Holidays",
    description: "At sea",
  });
  expect(readAlbumFile(JSON.stringify(whole))).toBeNull();
  expect(readAlbumFile("[]")).toBeNull();
});

test.each([
  ["Takeout/Google Photos/Photos from 2023/", 2023],
  ["Takeout/Google Fotos/Fotos von 2019/", 2019],
  ["Photos de 2018", 2018],
  ["Zdjęcia z roku 2022", 2022],
  ["2020 年的照片", 2020],
  ["Foto's uit 1987", 1987],
  ["Summer 2023", null],
  ["2022 - Germany", null],
  ["Photos from 20233", null],
  ["Photos from home", null],
])("%s is the folder of %s", (folder, year) => {
  expect(yearOfFolder(folder)).toBe(year);
});

test("a folder is an album unless Takeout made it for something else", () => {
  expect(albumTitleOf("Takeout/Google Photos/Trip/", "Trip to Ghent")).toBe("Trip to Ghent");
  expect(albumTitleOf("Takeout/Google Photos/Trip/", undefined)).toBe("Trip");
  expect(albumTitleOf("Takeout/Google Photos/Photos from 2020/", "Photos from 2020")).toBeNull();
  expect(albumTitleOf("Takeout/Google Photos/Untitled(3)/", "")).toBeNull();
  expect(albumTitleOf("Takeout/Google Photos/Untitled(3)/", undefined)).toBeNull();
  expect(albumTitleOf("Takeout/Google Photos/Archive/", undefined)).toBeNull();
  expect(specialFolderOf("Takeout/Google Fotos/Papierkorb/")).toBe("trash");
  expect(specialFolderOf("Takeout/Google Photos/Locked Folder/")).toBe("locked");
  expect(specialFolderOf("Takeout/Google Photos/Trip/")).toBeNull();
});

test.each([
  ["its last change", Date.UTC(2015, 4, 6), 2015],
  ["the import if it has none", 0, 2026],
  ["the import if an archive has no dates: 1979", Date.UTC(1979, 10, 30), 2026],
  ["the import if an archive has no dates: 1980", Date.UTC(1980, 0, 1), 2026],
  ["the import if its clock runs ahead", Date.UTC(2027, 0, 1), 2026],
])("a file without a date is filed under the year of %s", (_, modifiedMs, year) => {
  const now = new Date("2026-11-29T12:00:00Z");
  expect(importedMonth(null, { folder: "Trip/", modifiedMs, exact: null }, now)).toEqual({ year, month: 0 });
});
