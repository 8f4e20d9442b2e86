import { existsSync, globSync, readFileSync } from "node:fs";

const guide = readFileSync("docs/guide.md", "utf8");
const partOf = (heading: string) => guide.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
const inCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

test("the map has each folder of the code once, and none that no longer exists", () => {
  const mapped = partOf("Map")
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .flatMap((line) => inCode(line.split(":", 1)[0] ?? ""));
  const wings = "{account,family,album,notify,faces,shop,operations";
  const parents = [`lib/${wings},core,platform}`, `components/${wings},shell}`];
  const foldersIn = (places: string[]) =>
    globSync(places.map((place) => `${place}/`)).map((folder) => folder.replace(/\/$/, ""));
  const without = [...foldersIn(parents), "lib/generated"];
  const folders = foldersIn([
    "{lib,components,ops,server,tools}/*",
    ...parents.map((parent) => `${parent}/*`),
  ]).filter((folder) => !without.includes(folder));
  const others = ["app", "cli", "server", "ops", "tools", "prisma", "tests", "docs"];
  expect(folders.length).toBeGreaterThan(100);
  expect(mapped.toSorted()).toEqual([...folders, ...others].toSorted());
});

test("every file and folder that the guide names exists", () => {
  const named = inCode(guide).filter((code) =>
    /^(app|components|lib|ops|prisma|server|tests|tools)\/\S+$/.test(code),
  );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test("ten questions lead in at most three steps to the line that decides", () => {
  const questions = partOf("Ten questions")
    .split(/^(?=\d+\. )/m)
    .slice(1);
  expect(questions).toHaveLength(10);
  for (const question of questions) {
    const [steps = "", line = ""] = question
      .slice(question.search(/^ +`/m))
      .split(/:\n +(?=`)/)
      .map((part) => part.trim());
    const files = inCode(steps);
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThan(4);
    const lines = readFileSync(files.at(-1) ?? "", "utf8").split("\n");
    expect(lines.map((text) => text.trim())).toContain(inCode(line)[0]);
  }
});
