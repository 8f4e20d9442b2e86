import { initialsOf, nameHue } from "@/lib/shared/avatar";

test.each([
  ["Ada Okafor", "AO"],
  ["ada", "A"],
  ["mary jane watson", "MW"],
  ["grandpa_joe", "GJ"],
  ["Éva Ötvös", "ÉÖ"],
  ["😀 ada", "A"],
  ["  ", "?"],
  ["", "?"],
])("the initials of %j are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("a name keeps its colour whatever its case, and names differ", () => {
  expect(nameHue("Ada")).toBe(nameHue("ada"));
  expect(new Set(["ada", "ben", "grandpa", "teddy"].map(nameHue)).size).toBe(4);
  for (const name of ["", "ada", "x".repeat(500)]) expect(nameHue(name)).toBeLessThan(360);
});
