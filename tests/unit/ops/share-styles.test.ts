import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { shareStyles, withSharedStyles } from "@/ops/lib/share-styles.mjs";

const sheet = (text: string) => ({ path: "static/chunks/a.css", inlined: true, content: text });
const manifestOf = (entryCSSFiles: Record<string, unknown[]>) =>
  'globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["/(visitor)/[id]/page"] = ' +
  `${JSON.stringify({ moduleLoading: { prefix: "" }, entryCSSFiles })};\n`;
const runs = (script: string): unknown => {
  const context = {};
  runInNewContext(script, context);
  return JSON.parse(JSON.stringify(context));
};
const css = `a::before{content:"\\201C \u2028";width:1px}</style>`.repeat(200);

test("a style sheet repeated in a page's manifest is stored once, and Next reads the same from it", () => {
  const before = manifestOf({
    layout: [sheet(css)],
    page: [sheet(css), sheet("b{}")],
    "not-found": [sheet(css)],
  });
  const after = withSharedStyles(before);
  expect(after.length).toBeLessThan(before.length / 2);
  expect(runs(after)).toEqual(runs(before));
  expect(withSharedStyles(after)).toBe(after);
});

test.each([
  ["empty", ""],
  ["begun in another way", 'globalThis.__RSC_MANIFEST["/page"] = {"moduleLoading":{}};'],
  ["with an expression", manifestOf({}).replace('""', "process.env.PREFIX")],
])("a manifest that is %s stays unchanged", (_, script) => {
  expect(withSharedStyles(script)).toBe(script);
});

test("every page's manifest is rewritten, and nothing else", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-styles-"));
  try {
    const page = path.join(folder, "app", "(album)", "[id]");
    mkdirSync(page, { recursive: true });
    const [manifest, other] = ["page_client-reference-manifest.js", "page.js"].map((name) =>
      path.join(page, name),
    );
    const text = manifestOf({ layout: [sheet(css)], page: [sheet(css)] });
    for (const file of [manifest, other]) writeFileSync(file as string, text);
    shareStyles(folder);
    expect(readFileSync(manifest as string, "utf8")).toBe(withSharedStyles(text));
    expect(readFileSync(other as string, "utf8")).toBe(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
