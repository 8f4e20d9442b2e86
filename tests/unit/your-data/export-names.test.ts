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

test("names of one folder never collide, in whatever case, and begin anew in the next", () => {
  const nameOf = exportNamer();
  const july = (fileName: string) => nameOf({ familyName: "Us", year: 2024, month: 7, fileName });
  expect(["a.jpg", "A.jpg", "a (2).jpg", "a.jpg", "a"].map(july)).toEqual([
    "pictures/Us/2024/07 July/a.jpg",
    "pictures/Us/2024/07 July/A (2).jpg",
    "pictures/Us/2024/07 July/a (2) (2).jpg",
    "pictures/Us/2024/07 July/a (3).jpg",
    "pictures/Us/2024/07 July/a",
  ]);
  expect(nameOf({ familyName: "Us", year: 2024, month: 8, fileName: "a.jpg" })).toBe(
    "pictures/Us/2024/08 August/a.jpg",
  );
});

test("ten thousand pictures of one name get names of their own at once", () => {
  const nameOf = exportNamer();
  const names = Array.from({ length: 10_000 }, () =>
    nameOf({ familyName: "Us", year: 2024, month: 7, fileName: "IMG.jpg" }),
  );
  expect(new Set(names).size).toBe(10_000);
});
