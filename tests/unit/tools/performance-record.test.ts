import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { saveRecord } from "@/tools/bench/record.mjs";
import { row } from "@/tools/bench/row.mjs";
import { shareOfTarget } from "@/tools/bench/share.mjs";

test.each([
  { measured: "1,764 ms", target: "<= 1,500 ms", share: 1.176 },
  { measured: "0.5 s", target: "<= 1,000 ms", share: 0.5 },
  { measured: "185 MB RSS", target: "<= 200 MB", share: 0.925 },
  { measured: "77 %", target: ">= 95 %", share: 1.234 },
  { measured: "7,884/s", ratio: "0.116 x", target: ">= 0.1 x nginx", share: 0.862 },
  { measured: "0.007", target: "<= 0.020", share: 0.35 },
])("$measured $ratio of $target uses $share of it", ({ share, ...line }) => {
  expect(shareOfTarget(row({ what: "Home", ...line }))).toBeCloseTo(share, 3);
});

test.each([
  { measured: "100 %", target: "100 %" },
  { measured: "5 tasks", target: "" },
  { measured: "", target: "<= 5 ms" },
])("$measured of “$target” has no share", (line) => {
  expect(shareOfTarget(row({ what: "Home", ...line }))).toBeNull();
});

describe("the record", () => {
  let docs: string;
  beforeEach(() => {
    docs = mkdtempSync(path.join(tmpdir(), "performance-"));
  });
  afterEach(() => rmSync(docs, { recursive: true }));

  const read = (name: string) => readFileSync(path.join(docs, name), "utf8");
  const measured = (title: string, date: string, isMet: boolean) => ({
    title,
    date,
    machine: "2 cores",
    versions: "Node 24",
    load: "0.1",
    rows: [row({ what: `${title} <p99>`, measured: "6 ms", target: "<= 5 ms", isMet })],
  });

  test("keeps what was not measured again, in order, and hand-written notes", () => {
    const order = ["home", "search"];
    saveRecord(docs, { search: measured("Search", "2026-01-01 10:00", false) }, order);
    writeFileSync(path.join(docs, "performance.md"), `${read("performance.md")}\nBy hand.\n`);
    saveRecord(docs, { home: measured("Home", "2026-01-02 10:00", true) }, order);

    expect(Object.keys(JSON.parse(read("performance.json")))).toEqual(order);
    const page = read("performance.md");
    expect(page.match(/^## .*/gm)).toEqual(["## Home", "## Search"]);
    expect(page).toContain("Of 2 figures with a target 1 are met, 1 are not, 0 could not be measured.");
    expect(page).toContain("`npm run bench -- search`, 2026-01-01 10:00 UTC");
    expect(page.trimEnd().endsWith("By hand.")).toBe(true);
  });

  test("plots growth, with a line for each number of clients", () => {
    const rates = [
      [100, 200],
      [90, 150],
      [50, 10],
    ];
    const plot = { title: "Years & months", clients: [1, 8], sizes: [1000, 10_000, 100_000], rates };
    const growth = measured("Growth", "2026-01-02 10:00", true);
    saveRecord(docs, { growth: { ...growth, rows: growth.rows.map((line) => ({ ...line, plot })) } }, [
      "growth",
    ]);
    const drawn = read("images/growth.svg");
    expect(drawn).toContain("Years &amp; months</text>");
    expect(drawn.match(/<text[^>]*>\d+ clients?<\/text>/g)).toHaveLength(2);
    const heights = [...drawn.matchAll(/points="([^"]*)"/g)].map(([, points = ""]) =>
      points.split(" ").map((point) => Number(point.split(",")[1])),
    );
    expect(heights).toHaveLength(2);
    // Down is slower: both lines only fall, and end below where they started.
    for (const line of heights) expect(line).toEqual(line.toSorted((one, other) => one - other));
    expect(read("performance.md")).toContain("(images/growth.svg)");
  });

  test("draws every figure that has a target", () => {
    saveRecord(docs, { home: measured("Home", "2026-01-02 10:00", true) }, ["home"]);
    expect(read("images/performance.svg")).toContain("Home &lt;p99&gt;</text>");
    expect(read("images/performance.svg")).toContain("120 %");
  });
});
