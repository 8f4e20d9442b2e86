import { readFileSync } from "node:fs";
import {
  citationsIn,
  citingFiles,
  isResolved,
  oddCitationsIn,
  readHeadings,
} from "@/tests/support/citations";

const headings = readHeadings("docs/spec");
const files = citingFiles();
/** Documents may cite a whole page of the specification. */
const isDocument = (file: string) => file.endsWith(".md");

test("every citation of the specification refers to one of its headings", () => {
  const found = files.flatMap((file) =>
    citationsIn(readFileSync(file, "utf8"))
      .filter(({ places, rest }) => !(isDocument(file) && rest === null && headings.has(places.join())))
      .map((citation) => ({ file, citation })),
  );
  expect(found.length).toBeGreaterThan(300);
  const broken = found.filter(({ citation }) => !isResolved(citation, headings));
  expect(broken.map(({ file, citation }) => `${file}: ${citation.text}`)).toEqual([]);
});

test("the specification is cited in one form", () => {
  const odd = files.flatMap((file) =>
    oddCitationsIn(readFileSync(file, "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(odd).toEqual([]);
});

test("every section in the coverage list is a section of the specification", () => {
  const sections = readFileSync("docs/coverage.md", "utf8").match(/^\| [1-9](\.\d+)?(?= )/gm) ?? [];
  expect(sections.length).toBeGreaterThan(300);
  const missing = sections.map((cell) => cell.slice(2)).filter((section) => !headings.has(section));
  expect([...new Set(missing)]).toEqual([]);
});

test.each([
  ["// As specification 4.99 has it.", false],
  ["// As specification 4.4 and 4.99 have it.", false],
  ["/** Specification 5, Logout. */", false],
  ["/** Specification 5, Login. */", true],
  ["/** (specification\n * 4.4) */", true],
  ["// product.md, Bicycles: two.", false],
  ["// product.md says so.", false],
  ["// product.md, Children: they don't order.", true],
])("%j refers to a heading: %p", (comment, isFound) => {
  const citations = citationsIn(comment);
  expect(citations).toHaveLength(1);
  expect(citations.every((citation) => isResolved(citation, headings))).toBe(isFound);
});

test.each([
  "// See section 4.4.",
  "// The specification's 20 (9.5).",
  "// The specification (2.2) writes it so.",
])("%j is a nonstandard form", (comment) => expect(oddCitationsIn(comment)).not.toEqual([]));
