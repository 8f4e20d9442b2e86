import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const documents = globSync(["*.md", "docs/**/*.md", ".github/**/*.md", "tools/**/*.md"]).sort();

/** The fragment that GitHub makes of a heading. */
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
const slugsIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugOf(heading));

test("every relative link of the documents leads to a file and a heading", () => {
  const links = documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].map(
      ([, target = ""]) => ({ file, target }),
    ),
  );
  expect(links.length).toBeGreaterThan(70);
  const broken = links.filter(({ file, target }) => {
    const [name = "", slug] = target.split("#");
    const linked = name ? path.join(path.dirname(file), name) : file;
    if (!existsSync(linked)) return true;
    return slug !== undefined && (statSync(linked).isDirectory() || !slugsIn(linked).includes(slug));
  });
  expect(broken).toEqual([]);
});

test("the repository has what its visitors expect", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(readme.split("\n").length).toBeLessThan(60);
  expect(readme).toContain("no licence yet");
  for (const page of ["docs/operations.md", "docs/guide.md", "CHANGELOG.md", "SECURITY.md"])
    expect(readme).toContain(`(${page})`);
  expect(readFileSync(".github/workflows/ci.yml", "utf8")).toContain("- run: npm test\n");
  for (const template of ["pull_request_template.md", "ISSUE_TEMPLATE/bug.yml", "ISSUE_TEMPLATE/idea.yml"])
    expect(existsSync(`.github/${template}`)).toBe(true);
});
