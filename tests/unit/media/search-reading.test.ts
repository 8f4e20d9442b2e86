import { plainStillIn, plainWordsOf, searchAddress, withoutPart } from "@/lib/album/media/search-parts";
import { interpretSearch } from "@/lib/album/media/server/search-reading";

const grandma = { id: "grandma", name: "Grace Okafor", displayName: "Grandma" };
const june = { id: "june", name: "June Okafor", displayName: "June" };
const may = { id: "may", name: "May", displayName: "Aunt May" };
const family = [grandma, june, may];

function read(q: string, { people = [grandma], plain = "", today = "2026-11-23", firstYear = 2022 } = {}) {
  return interpretSearch(q, {
    people,
    plain: plainWordsOf(plain),
    today: new Date(`${today}T12:00:00Z`),
    firstYear,
  });
}
const labels = (...args: Parameters<typeof read>) => read(...args).parts.map(({ label }) => label);
const dates = (...args: Parameters<typeof read>) => read(...args).readings[0]?.dates.flat();
const words = (reading: { words: readonly { text: string }[] } | undefined) =>
  reading?.words.map(({ text }) => text);
const months = (fromYear: number, from: number, toYear = fromYear, to = from) => ({
  type: "months",
  from: { year: fromYear, month: from },
  to: { year: toYear, month: to },
});
const days = (year: number, month: number, first: number, last = first) => ({
  type: "days",
  year,
  month,
  first,
  last,
});
const everyYear = (month: number, first = 1, last = 31) => ({ type: "everyYear", month, first, last });

describe("a date", () => {
  test.each([
    ["June 2026", "June 2026", months(2026, 6)],
    ["JUNE, 2026", "June 2026", months(2026, 6)],
    ["jun 2026", "June 2026", months(2026, 6)],
    ["june of 2026", "June 2026", months(2026, 6)],
    ["2026 June", "June 2026", months(2026, 6)],
    ["2026-06", "June 2026", months(2026, 6)],
    ["06/2026", "June 2026", months(2026, 6)],
    ["2023", "2023", months(2023, 0, 2023, 12)],
    ["June", "June", everyYear(6)],
    ["may", "May", everyYear(5)],
    ["12 May 2024", "12 May 2024", days(2024, 5, 12)],
    ["12th of May 2024", "12 May 2024", days(2024, 5, 12)],
    ["May 12, 2024", "12 May 2024", days(2024, 5, 12)],
    ["2024-05-12", "12 May 2024", days(2024, 5, 12)],
    ["12/05/2024", "12 May 2024", days(2024, 5, 12)],
    ["05/13/2024", "13 May 2024", days(2024, 5, 13)],
    ["12.5.2024", "12 May 2024", days(2024, 5, 12)],
    ["29 Feb", "29 February", everyYear(2, 29, 29)],
    ["Christmas 2024", "Christmas 2024", days(2024, 12, 24, 26)],
    ["Christmas", "Christmas", everyYear(12, 24, 26)],
    ["Christmas Eve 2024", "Christmas Eve 2024", days(2024, 12, 24)],
    ["New Year’s Eve", "New Year's Eve", everyYear(12, 31, 31)],
    ["summer 2025", "Summer 2025", months(2025, 6, 2025, 8)],
    ["summer of 2025", "Summer 2025", months(2025, 6, 2025, 8)],
    ["winter 2024", "Winter 2024/25", months(2024, 12, 2025, 2)],
  ])("%s is read as %s", (q, label, meaning) => {
    expect(labels(q)).toEqual([label]);
    expect(dates(q)).toEqual([meaning]);
    expect(words(read(q).readings[0])).toEqual([]);
  });

  test.each([
    ["today", "2026-11-23", days(2026, 11, 23)],
    ["yesterday", "2027-01-01", days(2026, 12, 31)],
    ["last month", "2027-01-15", months(2026, 12)],
    ["this month", "2026-11-23", months(2026, 11)],
    ["last year", "2026-11-23", months(2025, 0, 2025, 12)],
    ["last summer", "2026-11-23", months(2026, 6, 2026, 8)],
    ["last summer", "2026-07-10", months(2025, 6, 2025, 8)],
    ["last summer", "2026-03-10", months(2025, 6, 2025, 8)],
    ["this summer", "2026-11-23", months(2026, 6, 2026, 8)],
    ["last winter", "2027-01-10", months(2025, 12, 2026, 2)],
    ["last winter", "2027-03-01", months(2026, 12, 2027, 2)],
    ["this winter", "2027-01-10", months(2026, 12, 2027, 2)],
    ["last June", "2026-06-10", months(2025, 6)],
    ["last June", "2026-07-01", months(2026, 6)],
    ["last Christmas", "2026-11-23", days(2025, 12, 24, 26)],
    ["last Christmas", "2026-12-27", days(2026, 12, 24, 26)],
  ])("%s on %s", (q, today, meaning) => {
    expect(dates(q, { today })).toEqual([meaning]);
  });

  test.each([
    "beach",
    "summer",
    "mar",
    "jan",
    "will",
    "2021",
    "2099",
    "12345",
    "31",
    "30-02-2024",
    "2024-13",
    "#june",
    "constructor",
    "last constructor",
    "",
  ])("%s isn't one", (q) => {
    expect(read(q).parts).toEqual([]);
    expect(read(q).readings).toHaveLength(1);
  });

  test("separated from its year belongs to it; several dates are alternatives", () => {
    expect(read("Christmas at the lake 2024").readings[0]?.dates).toEqual([
      [everyYear(12, 24, 26)],
      [months(2024, 0, 2024, 12)],
    ]);
    expect(read("May 2024 and July 2024").readings[0]?.dates).toEqual([[months(2024, 5), months(2024, 7)]]);
  });
});

describe("a combination", () => {
  test("of a type, a person and a date leaves no words, and shows all three", () => {
    const { readings, parts } = read("videos of Grandma in June 2026");
    expect(parts).toEqual([
      { kind: "type", label: "Videos", text: "videos", start: 0, end: 6 },
      { kind: "person", label: "Grandma", text: "Grandma", start: 10, end: 17 },
      { kind: "date", label: "June 2026", text: "June 2026", start: 21, end: 30 },
    ]);
    expect(readings[0]).toEqual({
      type: "video",
      dates: [[months(2026, 6)]],
      words: [{ text: "grandma", memberIds: ["grandma"] }],
    });
  });

  test("keeps its other words, and every plain word for the text search", () => {
    const { readings } = read("Photos from the beach, 2025 #sea 🎄");
    expect(readings[0]?.type).toBe("image");
    expect(words(readings[0])).toEqual(["beach", "# sea", "🎄"]);
    expect(words(readings.at(-1))).toEqual(["photos", "from", "the", "beach,", "2025", "# sea", "🎄"]);
    expect(readings.at(-1)).toMatchObject({ type: null, dates: [] });
  });

  test("takes the possessive as the person, and photos and videos as both", () => {
    expect(read("Grandma's clips").readings[0]).toMatchObject({
      type: "video",
      words: [{ text: "grandma", memberIds: ["grandma"] }],
    });
    expect(read("photos and videos 2024").readings[0]).toMatchObject({ type: "any", words: [] });
  });
});

test("a search for only words and names has one reading, as it was written", () => {
  const { readings, parts } = read("grandma's garden in the rain");
  expect(readings).toEqual([
    {
      type: null,
      dates: [],
      words: [
        { text: "grandma's", memberIds: ["grandma"] },
        ...["garden", "in", "the", "rain"].map((text) => ({ text, memberIds: [] })),
      ],
    },
  ]);
  expect(read("Grandma beach").readings).toEqual([
    {
      type: null,
      dates: [],
      words: [
        { text: "grandma", memberIds: ["grandma"] },
        { text: "beach", memberIds: [] },
      ],
    },
  ]);
  expect(parts.map(({ kind }) => kind)).not.toContain("date");
});

test.each([
  ["Grandma, Kofi", ["grandma,", "kofi"]],
  ["Where is Grandma?", ["where", "is", "grandma?"]],
  ["“Grandma’s” birthday!", ["“grandma’s”", "birthday!"]],
  ["(Anne-Marie)", ["anne marie)"]],
  ["Jo: Jo", ["jo:", "jo"]],
])("the people shown for %s are those searched for, and its words stay as typed", (q, text) => {
  const named = ["Kofi", "Anne-Marie", "Jo"].map((name) => ({
    id: name.toLowerCase(),
    name,
    displayName: name,
  }));
  const people = [grandma, ...named];
  const { readings, parts } = read(q, { people });
  const [plain, ...others] = readings;
  expect([words(plain), others]).toEqual([text, []]);
  const searched = new Set(plain?.words.flatMap(({ memberIds }) => memberIds));
  expect(people.filter(({ id }) => searched.has(id)).map(({ displayName }) => displayName)).toEqual(
    parts.map(({ label }) => label),
  );
  expect(searched.size > 0).toBe(q !== "Jo: Jo");
});

describe("a month's name that is also a person's name", () => {
  test("is read as both, and shows both", () => {
    const { readings, parts } = read("videos of June", { people: family });
    expect(parts.map(({ kind, label }) => [kind, label])).toEqual([
      ["type", "Videos"],
      ["date", "June"],
      ["person", "June"],
    ]);
    expect(readings.slice(0, 2)).toEqual([
      { type: "video", dates: [[everyYear(6)]], words: [] },
      { type: "video", dates: [], words: [{ text: "june", memberIds: ["june"] }] },
    ]);
  });

  test("with a year is the month, or the person in that year", () => {
    expect(read("May 2024", { people: family }).readings.slice(0, 2)).toEqual([
      { type: null, dates: [[months(2024, 5)]], words: [] },
      { type: null, dates: [[months(2024, 0, 2024, 12)]], words: [{ text: "may", memberIds: ["may"] }] },
    ]);
    expect(read("May 2024", { people: [grandma] }).readings).toHaveLength(2);
  });

  test("isn't a month inside the person's full name", () => {
    expect(labels("June Okafor", { people: family })).toEqual(["June"]);
    expect(read("June Okafor", { people: family }).parts[0]?.kind).toBe("person");
    expect(read("Aunt May", { people: family }).parts).toEqual([
      { kind: "person", label: "Aunt May", text: "Aunt May", start: 0, end: 8 },
    ]);
    expect(labels("Aunt May 2024", { people: family })).toEqual(["Aunt May", "2024"]);
  });

  test("that nobody has can also be plain text", () => {
    expect(read("videos june").readings.map((reading) => [reading.type, words(reading)])).toEqual([
      ["video", []],
      ["video", ["june"]],
      [null, ["videos", "june"]],
    ]);
  });
});

describe("a part that is taken back", () => {
  test("is a plain word, and the rest isn't", () => {
    const plain = "date:june 2026";
    const { readings, parts } = read("videos in June 2026", { plain });
    expect(parts.map(({ label }) => label)).toEqual(["Videos"]);
    expect(readings[0]).toMatchObject({ type: "video", dates: [] });
    expect(words(readings[0])).toEqual(["june", "2026"]);
    expect(read("June 2026", { plain })).toEqual({
      parts: [],
      readings: [
        {
          type: null,
          dates: [],
          words: [
            { text: "june", memberIds: [] },
            { text: "2026", memberIds: [] },
          ],
        },
      ],
    });
  });

  test("as a month is still a person, and as a person a month", () => {
    const kinds = (plain: string) => read("June", { people: family, plain }).parts.map(({ kind }) => kind);
    expect(kinds("date:june")).toEqual(["person"]);
    expect(kinds("person:june")).toEqual(["date"]);
    expect(kinds("date:june,person:june")).toEqual([]);
    const { readings } = read("grandma", { plain: "person:grandma" });
    expect(readings).toEqual([{ type: null, dates: [], words: [{ text: "grandma", memberIds: [] }] }]);
  });

  test("is forgotten once the words are gone, and stays in the address until then", () => {
    expect(plainStillIn("date:june 2026,type:videos", "photos in June 2026")).toBe("date:june 2026");
    expect(plainStillIn("anything,date:", "anything")).toBe("");
    expect(searchAddress("June 2026 x", "date:june 2026")).toBe(
      "/search?q=June%202026%20x&plain=date%3Ajune%202026",
    );
  });
});

test.each([
  ["videos of Grandma in June 2026", 0, "Grandma in June 2026"],
  ["videos of Grandma in June 2026", 1, "videos in June 2026"],
  ["videos of Grandma in June 2026", 2, "videos of Grandma"],
  ["June 2026", 0, ""],
])("%s without its part %d is “%s”", (q, index, rest) => {
  const part = read(q).parts[index];
  expect(part && withoutPart(q, part)).toBe(rest);
});

test("several people with one name are shown, and at most eight parts", () => {
  const kofi = { id: "kofi", name: "Kofi Okafor", displayName: "Kofi" };
  expect(labels("okafor", { people: [grandma, kofi] })).toEqual(["Grandma or Kofi"]);
  expect(labels("okafor", { people: [grandma, kofi, june] })).toEqual(["Grandma or 2 others"]);
  expect(labels(Array.from({ length: 12 }, (_, index) => `2024-${index + 1}`).join(" "))).toHaveLength(8);
});
