import { Readable } from "node:stream";
import type { ExportedItem, ExportHead } from "@/lib/album/exports/format";
import { exportText, readExportLines } from "@/lib/album/exports/lines";
import type { ExportFile } from "@/lib/operations/exports/server/file-list";
import { exportName } from "@/lib/operations/exports/server/names";
import { ExportPlan, type PlannedItem } from "@/lib/operations/exports/server/plan";
import { sidecarOf } from "@/lib/operations/exports/server/sidecar";

const jpeg = (fileName: string) => {
  const { stem, ending } = exportName({ fileName, mimeType: "image/jpeg" });
  return stem + ending;
};

test.each([
  ["beach.jpg", "beach.jpg"],
  ["con.jpg", "_con.jpg"],
  ["COM1.holiday.jpg", "_COM1.holiday.jpg"],
  ["Contact.jpg", "Contact.jpg"],
  ["lpt9.jpeg", "_lpt9.jpeg"],
  ["what?.jpg", "what.jpg"],
  ["a/b\\c:d.jpg", "a b c d.jpg"],
  ["the end. .jpg", "the end.jpg"],
  ["...jpg", "unnamed.jpg"],
  ["Ame\u0301lie.jpg", "Am\u00e9lie.jpg"],
  ["photo\u202egnp.exe", "photognp.exe.jpg"],
  ["", "unnamed.jpg"],
])("%j is %j on every system", (given, name) => {
  expect(jpeg(given)).toBe(name);
});

test("a long name keeps whole letters and leaves room for numbers and extensions", () => {
  const name = jpeg(`${"\u{1f3d6}".repeat(100)}.jpg`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^(?:\u{1f3d6})+\.jpg$/u);
});

let ids = 0;
const file = (fileName: string, id = `id-${++ids}`) => ({
  id,
  fileName,
  mimeType: /mov$/i.test(fileName) ? "video/quicktime" : "image/jpeg",
  bytes: 10,
  crc: null,
});
const item = (fileName: string, clip?: string, values: Partial<PlannedItem> = {}): PlannedItem => ({
  year: 2024,
  month: 7,
  seconds: 0,
  original: file(fileName),
  clip: clip === undefined ? null : file(clip),
  ...values,
});

test("no two files in a folder differ only by case, and both parts of a Live Photo have one number", () => {
  const plan = new ExportPlan([]);
  const july = "2024/07 July";
  expect(plan.addItem(item("IMG_1.MOV"))).toEqual({ original: `${july}/IMG_1.MOV`, clip: null });
  expect(plan.addItem(item("beach.jpg")).original).toBe(`${july}/beach.jpg`);
  expect(plan.addItem(item("BEACH.JPG")).original).toBe(`${july}/BEACH (2).JPG`);
  expect(plan.addItem(item("beach (2).jpg")).original).toBe(`${july}/beach (2) (2).jpg`);
  expect(plan.addItem(item("beach.jpg", "beach.MOV"))).toEqual({
    original: `${july}/beach (3).jpg`,
    clip: `${july}/beach (3).MOV`,
  });
  expect(plan.addItem(item("beach.jpg", undefined, { month: 8 })).original).toBe("2024/08 August/beach.jpg");
  expect(plan.addItem(item("beach.jpg", undefined, { month: 0, year: 1985 })).original).toBe(
    "1985/Unknown/beach.jpg",
  );
  expect(plan.addItem(item("sea-edited.jpg")).original).toBe(`${july}/sea-edited.jpg`);
  expect(plan.addItem(item("sea.jpg")).original).toBe(`${july}/sea.jpg`);
  expect(plan.editedPath("any", `${july}/sea.jpg`)).toBe(`${july}/sea-edited (2).jpg`);
  const paths = plan.files.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});

test("files keep the names of an earlier export, whatever has been added or removed since", () => {
  const before = new ExportPlan([]);
  const [first, second] = [item("beach.jpg"), item("beach.jpg", "beach.mov")];
  before.addItem(first);
  before.addItem(second);
  for (const { path } of before.files.filter((one) => !one.path.endsWith(".xmp"))) {
    before.addSidecar(path, Buffer.from(`of ${path}`), 0);
  }
  const plan = new ExportPlan(before.files);
  expect(plan.addItem(item("beach.jpg")).original).toBe("2024/07 July/beach (3).jpg");
  expect(plan.addItem(second)).toEqual({
    original: "2024/07 July/beach (2).jpg",
    clip: "2024/07 July/beach (2).mov",
  });
  const isIncluded = (path: string) => plan.files.find((one: ExportFile) => one.path === path)?.isIncluded;
  expect(isIncluded("2024/07 July/beach (3).jpg")).toBe(true);
  expect(isIncluded("2024/07 July/beach (2).jpg")).toBe(false);
  expect(plan.addItem({ ...second, month: 9 }).original).toBe("2024/09 September/beach.jpg");
});

const head: ExportHead = {
  format: "keepsake-export",
  version: 1,
  export: { id: "e", scope: "family", madeAt: "2026-11-25T12:00:00.000Z", since: null },
  family: {
    name: "The [Okafors], {all}",
    icon: "heart",
    firstYear: 2022,
    showsPlaces: true,
    hiddenPlaces: [],
    featuredHashtags: [],
    welcomeItem: null,
  },
};

async function* linesOf(text: string) {
  yield* text.split("\n").slice(0, -1);
}
const textOf = async (text: AsyncIterable<string>) => (await Readable.from(text).toArray()).join("");

test("the file is JSON, and reads back line by line as it was written", async () => {
  const albums = [{ title: "],\n" }, { title: '"items":[' }, { title: "a\u2028b\u2029" }];
  const text = await textOf(exportText(head, { albums: Readable.from(albums) }));
  expect(text).not.toMatch(/[\u2028\u2029]/);
  const whole = JSON.parse(text) as Record<string, unknown>;
  expect(whole).toMatchObject({ ...head, people: [], items: [], albums, notices: [], monthIcons: [] });
  const read = await Readable.from(readExportLines(linesOf(text))).toArray();
  expect(read).toEqual([{ head }, ...albums.map((value) => ({ list: "albums", value }))]);
  const later = text.replace('"albums":[', '"albumsOfTomorrow":[');
  expect(await Readable.from(readExportLines(linesOf(later))).toArray()).toEqual([{ head }]);
});

test.each([
  ["is cut off", (text: string) => `${text.split("\n").slice(0, 3).join("\n")}\n`],
  ["is of a later version", (text: string) => text.replace('"version":1', '"version":2')],
  ["is empty", () => ""],
  ["is something else", () => "[1,2]\n"],
])("a file that %s is refused", async (_, change) => {
  const text = await textOf(exportText(head, { albums: Readable.from([{ title: "A" }]) }));
  await expect(Readable.from(readExportLines(linesOf(change(text)))).toArray()).rejects.toThrow();
});

const described: ExportedItem = {
  id: "i",
  path: "2024/07 July/a.jpg",
  fileName: "a.jpg",
  mimeType: "image/jpeg",
  bytes: 1,
  sha256: "0".repeat(64),
  type: "image",
  width: 100,
  height: 50,
  durationMs: null,
  year: 2024,
  month: 7,
  precision: "exact",
  takenAt: "2024-07-03T14:05:09.000",
  uploadedAt: "2026-11-25T12:00:00.000Z",
  uploadedBy: null,
  description: "",
  hashtags: [],
  isMonthCover: false,
  people: [],
  faces: [{ person: "p", left: 0.1, top: 0.2, width: 0.2, height: 0.4, isByHand: false }],
  hearts: [],
  comments: [],
  edits: null,
  editedPath: null,
  facts: null,
  coveredBy: null,
  isStackDecided: false,
  clip: null,
};
const xmp = (values: Partial<ExportedItem>, part: "original" | "edited" | "clip" = "original") =>
  sidecarOf({ ...described, ...values }, part, (person) => (person === "p" ? "Gran" : undefined));

test.each([
  [{}, "<exif:DateTimeOriginal>2024-07-03T14:05:09<"],
  // Someone who knew better filed it under another month.
  [{ month: 8 }, "<photoshop:DateCreated>2024-08<"],
  [{ takenAt: null }, "<photoshop:DateCreated>2024-07<"],
  [{ takenAt: null, month: 0, year: 1985 }, "<photoshop:DateCreated>1985<"],
  [{ takenAt: null, month: 0, year: 1980, precision: "decade" as const }, "<rdf:li>the 1980s</rdf:li>"],
])("a date is as precise as is known: %j", (values, expected) => {
  expect(xmp(values)).toContain(expected);
});

test("each heart is a star, and a sixth adds none", () => {
  const heart = { by: "p", at: "2026-11-25T12:00:00.000Z" };
  expect(
    [0, 1, 5, 6].map((count) => /Rating>(\d)</.exec(xmp({ hearts: Array(count).fill(heart) }))?.[1]),
  ).toEqual(["0", "1", "5", "5"]);
});

test("faces are in the sidecar of the file that they were found in, and only named ones", () => {
  const edits = { quarterTurns: 1, isMirrored: false, straighten: 0, crop: null, light: 0 };
  expect(xmp({})).toContain('stArea:x="0.2" stArea:y="0.4"');
  expect(xmp({ edits })).not.toContain("stArea:x");
  expect(xmp({ edits }, "edited")).toContain("stArea:x");
  expect(xmp({}, "clip")).not.toContain("stArea:x");
  expect(
    xmp({ faces: [{ ...described.faces[0], person: "q" } as ExportedItem["faces"][number]] }),
  ).not.toContain("stArea:x");
});

test("characters that XML can't represent are left out, and the rest is escaped", () => {
  expect(xmp({ description: "a\u0001b <c> & \ud800" })).toContain(">ab &lt;c&gt; &amp; \ufffd<");
});
