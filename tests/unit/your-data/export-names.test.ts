import { exportNamer } from "@/lib/operations/your-data/server/export-names";
import { safeFileName } from "@/lib/shared/safe-file-name";

test.each([
  ["beach.jpg", "beach.jpg"],
  ["a/b\\c:d*e?.png", "a b c d e.png"],
  ["../../etc/passwd", "etc passwd"],
  [".hidden", "hidden"],
  ["   ", "unnamed"],
  ["\u0000\u0007.gif", "unnamed.gif"],
  ["evil\u202egpj.exe", "evil gpj.exe"],
  ["Été à la plage 🌊.jpg", "Été à la plage 🌊.jpg"],
  ["half \ud83c.jpg", "half \ufffd.jpg"],
])("%j is written %j", (name, words) => {
  expect(safeFileName(name)).toBe(words);
});

test("a long name keeps its ending", () => {
  expect(safeFileName(`${"a".repeat(300)}.jpeg`)).toBe(`${"a".repeat(120)}.jpeg`);
});

const us = { id: "us", name: "Us" };

test("names in one folder never collide, in any case, and start over in the next", () => {
  const nameOf = exportNamer();
  const july = (fileName: string) =>
    nameOf({ family: us, year: 2024, month: 7, fileName, clipName: null }).place;
  expect(["a.jpg", "A.jpg", "a (2).jpg", "a.jpg", "a"].map(july)).toEqual([
    "pictures/Us/2024/07 July/a.jpg",
    "pictures/Us/2024/07 July/A (2).jpg",
    "pictures/Us/2024/07 July/a (2) (2).jpg",
    "pictures/Us/2024/07 July/a (3).jpg",
    "pictures/Us/2024/07 July/a",
  ]);
  expect(nameOf({ family: us, year: 2024, month: 8, fileName: "a.jpg", clipName: null }).place).toBe(
    "pictures/Us/2024/08 August/a.jpg",
  );
});

test("families whose names are the same, or become the same, have folders of their own in any case", () => {
  const nameOf = exportNamer();
  const folderOf = (id: string, name: string) => {
    const { place } = nameOf({
      family: { id, name },
      year: 2024,
      month: 7,
      fileName: "a.jpg",
      clipName: null,
    });
    return place.replace("/2024/07 July/a.jpg", "");
  };
  const families = [
    ["1", "The Okafors"],
    ["2", "The Okafors"],
    ["3", "the okafors"],
    ["4", "Us/them"],
    ["5", "Us?them"],
  ] as const;
  expect(families.map(([id, name]) => folderOf(id, name))).toEqual([
    "pictures/The Okafors",
    "pictures/The Okafors (2)",
    "pictures/the okafors (3)",
    "pictures/Us them",
    "pictures/Us them (2)",
  ]);
  expect(nameOf({ family: us, year: 2024, month: 8, fileName: "a.jpg", clipName: null }).place).toBe(
    "pictures/Us/2024/08 August/a.jpg",
  );
});

test("ten thousand pictures of one name get unique names quickly", () => {
  const nameOf = exportNamer();
  const names = Array.from(
    { length: 10_000 },
    () => nameOf({ family: us, year: 2024, month: 7, fileName: "IMG.jpg", clipName: null }).place,
  );
  expect(new Set(names).size).toBe(10_000);
});

test("both parts of a Live Photo get one stem, which no other file of the folder has", () => {
  const nameOf = exportNamer();
  const folder = "pictures/Us/2024/07 July/";
  const july = (fileName: string, clipName: string | null = null) => {
    const { place, clipPlace } = nameOf({ family: us, year: 2024, month: 7, fileName, clipName });
    return [place, clipPlace].map((name) => name?.replace(folder, ""));
  };
  expect(july("IMG_1.HEIC", "IMG_1.MOV")).toEqual(["IMG_1.HEIC", "IMG_1.MOV"]);
  expect(july("img_1.mov")).toEqual(["img_1 (2).mov", undefined]);
  // The video takes the second number.
  expect(july("IMG_1.HEIC", "IMG_1.MOV")).toEqual(["IMG_1 (3).HEIC", "IMG_1 (3).MOV"]);
  expect(july("IMG_1.HEIC")).toEqual(["IMG_1 (4).HEIC", undefined]);
  expect(july("sea.jpg", "FILM.mov")).toEqual(["sea.jpg", "sea.mov"]);
  expect(july("odd.mov", "odd.mov")).toEqual(["odd.mov", "odd (2).mov"]);
});
