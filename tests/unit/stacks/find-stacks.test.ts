import { findStacks, type StackPhoto } from "@/lib/album/stacks/find-stacks";
import { hasEditedName, hasMessengerName, sharedStem } from "@/lib/album/stacks/stack-names";

const noon = Date.UTC(2025, 5, 1, 12);
const scene = "00ff3c5aa5c3960f";

/** The same bits with this many of them flipped. */
function turned(bits: number, likeness = scene): string {
  const hash = Array.from({ length: bits }).reduce<bigint>(
    (all, _, bit) => all ^ (1n << BigInt(bit * 4)),
    BigInt(`0x${likeness}`),
  );
  return hash.toString(16).padStart(16, "0");
}

let made = 0;
function photo(values: Partial<StackPhoto> = {}): StackPhoto {
  made++;
  return {
    id: `photo-${String(made).padStart(4, "0")}`,
    fileName: `IMG_${made}.JPG`,
    uploaderId: "ama",
    uploadMs: noon,
    bytes: 4_000_000,
    width: 4000,
    height: 3000,
    takenMs: noon,
    camera: "Canon EOS R6",
    isRaw: false,
    isPaper: false,
    isDark: false,
    isEdited: false,
    likeness: scene,
    tone: [100, 110, 120],
    sharpness: 200,
    hearts: 0,
    coveredById: null,
    isDecided: false,
    ...values,
  };
}

/** Shots this many milliseconds apart. */
const shots = (gapMs: number, count: number, values: Partial<StackPhoto> = {}) =>
  Array.from({ length: count }, (_, at) =>
    photo({ takenMs: noon + at * gapMs, likeness: turned(at * 2), ...values }),
  );

/** The stacks, as the indexes of their photos, the top first. */
function stacksOf(photos: readonly StackPhoto[]): number[][] {
  const at = (id: string) => photos.findIndex((one) => one.id === id);
  return findStacks(photos).map(({ top, covered }) => [at(top), ...covered.map(at).sort((a, b) => a - b)]);
}

describe("bursts", () => {
  test("three shots of a camera within two seconds of each other are a burst, the sharpest on top", () => {
    const [first, second, third] = shots(1_500, 3);
    expect(stacksOf([first, { ...second, sharpness: 300 }, third] as StackPhoto[])).toEqual([[1, 0, 2]]);
  });

  test("a hearted shot is on top of a sharper one, a dark or blurred one never", () => {
    const [first, second, third] = shots(500, 3, { sharpness: 100 }) as [StackPhoto, StackPhoto, StackPhoto];
    expect(stacksOf([{ ...first, sharpness: 400 }, { ...second, hearts: 1 }, third])).toEqual([[1, 0, 2]]);
    expect(
      stacksOf([{ ...first, isDark: true, hearts: 2 }, { ...second, sharpness: 10, hearts: 2 }, third]),
    ).toEqual([[2, 0, 1]]);
  });

  test.each<[string, StackPhoto[]]>([
    ["two shots, which are a choice", shots(1_000, 2)],
    ["similar photos minutes apart", shots(180_000, 4)],
    ["similar photos three seconds apart", shots(3_000, 4)],
    ["shots of two people of the same moment", [...shots(500, 2), ...shots(500, 2, { uploaderId: "kofi" })]],
    ["shots of two cameras", [...shots(500, 2), ...shots(500, 2, { camera: "Apple iPhone 15" })]],
    ["photos whose camera isn't known", shots(500, 4, { camera: null })],
    ["photos without a time", shots(500, 4, { takenMs: null })],
    [
      "different scenes",
      [0, 20, 40]
        .map((bits) => photo({ likeness: turned(bits / 2.5), takenMs: noon + bits * 10 }))
        .map((one, at) => ({
          ...one,
          likeness: ["00ff3c5aa5c3960f", "ff00c3a55a3c69f0", "0f0f0f0f33cc55aa"][at] ?? "",
        })),
    ],
    [
      "upright and sideways",
      shots(500, 4).map((one, at) => (at % 2 ? { ...one, width: 3000, height: 4000 } : one)),
    ],
    ["plain photos, which all look alike", shots(500, 4, { likeness: null })],
  ])("not stacked: %s", (_, photos) => {
    expect(stacksOf(photos)).toEqual([]);
  });

  test("a burst ends after half a minute, and another can begin", () => {
    const photos = shots(2_000, 20, { likeness: scene });
    expect(stacksOf(photos).map((stack) => stack.length)).toEqual([16, 4]);
  });
});

describe("names", () => {
  test.each([
    ["IMG_1234.JPG", "IMG_1234.CR3"],
    ["IMG_1234.HEIC", "img_1234.jpg"],
    ["IMG_1234.HEIC", "IMG_E1234.HEIC"],
    ["IMG_1234.jpg", "IMG_1234-edited.jpg"],
    ["IMG_1234.jpg", "IMG_1234-bearbeitet.jpg"],
    ["IMG_1234.jpg", "IMG_1234-modifié.jpg"],
    ["IMG_1234.jpg", "IMG_1234-modifie\u0301.jpg"],
    ["IMG_1234.jpg", "IMG_1234-編集済み.jpg"],
    ["DSC_0042.NEF", "DSC_0042-Edit.tif"],
    ["PXL_20250601_120000123.jpg", "PXL_20250601_120000123~2.jpg"],
  ])("%s and %s are from one shot", (one, other) => {
    expect(sharedStem(one)).toBe(sharedStem(other));
  });

  test.each([
    ["IMG_1234.JPG", "IMG_1235.JPG"],
    ["IMG_1234.JPG", "IMG_12345.JPG"],
    ["edited.jpg", "IMG_1.jpg"],
    ["IMG_EASTER.jpg", "IMG_ASTER.jpg"],
  ])("%s and %s are not", (one, other) => {
    expect(sharedStem(one)).not.toBe(sharedStem(other));
  });

  test.each([
    ["IMG-20250601-WA0003.jpg", true],
    ["WhatsApp Image 2025-06-01 at 12.00.00.jpeg", true],
    ["signal-2025-06-01-120000.jpg", true],
    ["photo_2025-06-01_12-00-00.jpg", true],
    ["received_1234567890.jpeg", true],
    ["FB_IMG_1234567890123.jpg", true],
    ["IMG_20250601_120000.jpg", false],
    ["photo.jpg", false],
    ["WhatsApp party.jpg", false],
  ])("%s: from a messenger? %s", (name, isSent) => {
    expect(hasMessengerName(name)).toBe(isSent);
  });

  test("a name that only contains the word isn't an edited copy's", () => {
    expect(["edited.jpg", "unedited.jpg", "IMG_1.jpg", "img_easter.jpg"].filter(hasEditedName)).toEqual([]);
  });
});

describe("files from one shot", () => {
  const jpeg = () => photo({ fileName: "IMG_7.JPG" });
  const raw = (values: Partial<StackPhoto> = {}) => photo({ fileName: "IMG_7.CR3", isRaw: true, ...values });
  const edited = (values: Partial<StackPhoto> = {}) =>
    photo({ fileName: "IMG_7-edited.JPG", width: 2000, height: 2000, likeness: turned(40), ...values });

  test("a raw photo is under its JPEG, however it was developed", () => {
    expect(stacksOf([raw({ likeness: turned(8), sharpness: 900 }), jpeg()])).toEqual([[1, 0]]);
  });

  test("an edited copy is on top of its original, even if cropped", () => {
    expect(stacksOf([jpeg(), edited()])).toEqual([[1, 0]]);
    expect(stacksOf([raw(), jpeg(), edited()])).toEqual([[2, 0, 1]]);
    expect(stacksOf([photo({ fileName: "IMG_0007.HEIC" }), photo({ fileName: "IMG_E0007.HEIC" })])).toEqual([
      [1, 0],
    ]);
  });

  test("without a time, they must have been uploaded together", () => {
    const timeless = { takenMs: null, camera: null };
    expect(stacksOf([{ ...jpeg(), ...timeless }, raw({ ...timeless, uploadMs: noon + 60_000 })])).toEqual([
      [0, 1],
    ]);
    expect(stacksOf([{ ...jpeg(), ...timeless }, raw({ ...timeless, uploadMs: noon + 3_600_000 })])).toEqual(
      [],
    );
  });

  test.each<[string, StackPhoto[]]>([
    ["of another time: the camera began to count again", [jpeg(), raw({ takenMs: noon + 86_400_000 })]],
    ["of another person", [jpeg(), raw({ uploaderId: "kofi" })]],
    ["of another picture", [jpeg(), raw({ likeness: "ff00c3a55a3c69f0" })]],
    ["two JPEGs of one name", [jpeg(), { ...jpeg(), takenMs: noon + 500, likeness: turned(8) }]],
    ["an edited copy of another time", [jpeg(), edited({ takenMs: noon + 60_000 })]],
  ])("not stacked: %s", (_, photos) => {
    expect(stacksOf(photos)).toEqual([]);
  });
});

describe("copies", () => {
  const sent = (values: Partial<StackPhoto> = {}) =>
    photo({
      ...{ fileName: "IMG-20250602-WA0001.jpg", uploaderId: "grandma", uploadMs: noon + 9e8 },
      ...{ width: 1600, height: 1200, bytes: 200_000, takenMs: null, camera: null, likeness: turned(2) },
      ...values,
    });

  test("a messenger's smaller copy is under the original, no matter who sent it", () => {
    expect(stacksOf([sent({ sharpness: 900, hearts: 3 }), photo()])).toEqual([[1, 0]]);
    expect(stacksOf([photo(), sent({ fileName: "4F2C-A1.jpg" })])).toEqual([[0, 1]]);
  });

  test("a copy of one shot in a burst is in the burst's stack", () => {
    const burst = shots(1_000, 3).map((one, at) => ({ ...one, likeness: turned(at * 4) }));
    expect(stacksOf([...burst, sent({ likeness: scene })])).toHaveLength(1);
  });

  test.each<[string, StackPhoto[]]>([
    [
      "a smaller photo that a camera took",
      [photo(), sent({ fileName: "IMG_1.JPG", takenMs: noon, camera: "Nokia" })],
    ],
    ["another picture", [photo(), sent({ likeness: turned(5) })]],
    ["other colours", [photo(), sent({ tone: [180, 110, 120] })]],
    ["another shape", [photo(), sent({ width: 1200, height: 1200 })]],
    ["larger than what it would be a copy of", [photo({ width: 800, height: 600 }), sent()]],
    ["as large, and of no messenger", [sent({ fileName: "scan1.jpg" }), sent({ fileName: "scan2.jpg" })]],
    ["screenshots and documents", [photo({ isPaper: true }), sent({ isPaper: true })]],
    ["plain pictures", [photo({ likeness: "0000000000000001" }), sent({ likeness: "0000000000000001" })]],
  ])("not stacked: %s", (_, photos) => {
    expect(stacksOf(photos)).toEqual([]);
  });
});

describe("existing stacks", () => {
  test("grow, and stay together without a reason", () => {
    const [top, covered, ...more] = shots(1_000, 4) as [StackPhoto, StackPhoto, StackPhoto, StackPhoto];
    const old = [top, { ...covered, coveredById: top.id }];
    expect(
      stacksOf([...old, ...more].map((one) => ({ ...one, sharpness: one === top ? 500 : 200 }))),
    ).toEqual([[0, 1, 2, 3]]);
    const apart = [photo(), photo({ takenMs: noon + 9e9, likeness: "ff00c3a55a3c69f0" })] as [
      StackPhoto,
      StackPhoto,
    ];
    expect(stacksOf([apart[0], { ...apart[1], coveredById: apart[0].id }])).toEqual([[0, 1]]);
  });

  test("that someone has decided about are left alone, and others never join them", () => {
    const decided = shots(500, 3).map((one) => ({ ...one, isDecided: true }));
    expect(stacksOf(decided)).toEqual([]);
    expect(stacksOf([...decided, ...shots(500, 2)])).toEqual([]);
  });
});
