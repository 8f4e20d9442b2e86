import { noFacts, originalFactsSchema } from "@/lib/platform/files/original-facts";

const parse = (found: Record<string, unknown>) => originalFactsSchema.parse(found);

test("a camera's text is one line without invisible characters, and no longer than a name", () => {
  expect(
    parse({ cameraMake: "  Apple\u0000\u0007\n", cameraModel: "iPhone\u202e 15", lens: "x".repeat(5_000) }),
  ).toEqual({
    ...noFacts,
    cameraMake: "Apple",
    cameraModel: "iPhone 15",
    lens: "x".repeat(120),
  });
  expect(parse({ cameraMake: "\u0000\u0000", cameraModel: 7, lens: "\ud800" })).toEqual(noFacts);
});

test("overlong text is cut between two characters", () => {
  expect(parse({ lens: `${"x".repeat(119)}😀😀` }).lens).toBe(`${"x".repeat(119)}😀`);
});

test.each([
  ["not a number", Number.NaN],
  ["endless", Number.POSITIVE_INFINITY],
  ["negative", -1e9],
  ["enormous", 1e300],
  ["a text", "12"],
  ["a list", [1]],
  ["missing", undefined],
])("numbers that are %s are dropped, each alone", (_, absurd) => {
  const numbers = [
    ...["exposureSeconds", "fNumber", "iso", "focalLengthMm", "focalLength35mm", "altitudeM"],
    "orientation",
  ];
  for (const name of numbers) {
    expect([name, parse({ cameraModel: "D90", [name]: absurd })]).toEqual([
      name,
      { ...noFacts, cameraModel: "D90" },
    ]);
  }
});

test.each([
  [91, 0],
  [0, 181],
  [51, undefined],
  [undefined, 2],
  [Number.NaN, 2],
  [0, 0],
])("%p, %p isn't a place", (latitude, longitude) => {
  expect(parse({ latitude, longitude, altitudeM: 12 })).toEqual(noFacts);
});

test("a position on the equator or the meridian is a place", () => {
  expect(parse({ latitude: 0, longitude: 32.5, altitudeM: 1_100 })).toMatchObject({
    latitude: 0,
    longitude: 32.5,
    altitudeM: 1_100,
  });
});
