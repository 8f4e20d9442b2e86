import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Files whose comments cite the specification. Generated ones aren't in the repository. */
export const citingFiles = (): string[] =>
  globSync([
    "{app,components,lib,ops,prisma,server,tools}/**/*.{ts,tsx,mjs,prisma,sql,css}",
    "tests/**/*.{ts,tsx,mjs,txt}",
    "docs/**/*.md",
    "*.{md,ts,mjs}",
    ".env.example",
  ])
    .filter((file) => !/(^|\/)(generated|_generated)\/|^docs\/spec\/|citations(\.test)?\.ts$/.test(file))
    .sort();

/** Joins wrapped comments and paragraphs into one line, without the markers that begin their lines. */
const unwrapped = (text: string) => text.replace(/\s*\n\s*(?:\/{2,3}|\*|#|>)?\s*/g, " ");

const number = "\\d+(?:\\.\\d+)?";
const cited = new RegExp(
  `\\b[Ss]pecification (?<numbers>${number}(?:(?:, and |, | and |; )${number})*)(?<rest>, [A-Z][^:.;)]*)?`,
  "g",
);
const citedPage = /\b(?<page>api|product|quality)\.md(?<rest>, [A-Z][^:.;)]*)?/g;
const oddForms = [
  /\bsections? \d/gi,
  /\bspecification('s)? \(/gi,
  /\bspecification's[^.;]{0,40}\(\d/gi,
  /(?:§|\bspec) ?\d/gi,
  /\b(?:architecture|parts)\.md\b/g,
];

export interface Citation {
  text: string;
  /** Each is a heading's number, or a page. */
  places: string[];
  /** What follows a comma and starts with a capital: a heading, or the rest of the sentence. */
  rest: string | null;
}

export function citationsIn(text: string): Citation[] {
  const line = unwrapped(text);
  const numbered = [...line.matchAll(cited)].map(({ 0: text, groups }) => ({
    text,
    places: groups?.numbers?.match(new RegExp(number, "g")) ?? [],
    rest: groups?.rest?.slice(2) ?? null,
  }));
  const pages = [...line.matchAll(citedPage)].map(({ 0: text, groups }) => ({
    text,
    places: [groups?.page ?? ""],
    rest: groups?.rest?.slice(2) ?? null,
  }));
  return [...numbered, ...pages];
}

/** Citations in a form that no reader would recognise. */
export const oddCitationsIn = (text: string): string[] =>
  oddForms.flatMap((form) => unwrapped(text).match(form) ?? []);

/** The headings of a place: those under section "5" or page "api". */
export type Headings = ReadonlyMap<string, readonly string[]>;

/** @param folder of the specification */
export function readHeadings(folder: string): Headings {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(folder).filter((name) => name !== "README.md")) {
    const page = path.basename(file, ".md");
    const place = /^\d/.test(page) ? (page.split("-")[0] ?? "") : page;
    const headings = [...readFileSync(path.join(folder, file), "utf8").matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = ""]) => heading,
    );
    places.set(place, headings.slice(1));
    for (const heading of headings) {
      const [, section] = /^(\d+\.\d+) /.exec(heading) ?? [];
      if (section) places.set(section, []);
    }
  }
  return places;
}

/** Whether a citation leads to a heading. A page has to be cited with one; after a section, a sentence can continue. */
export function isResolved({ places, rest }: Citation, headings: Headings): boolean {
  if (!places.every((place) => headings.has(place))) return false;
  const last = places.at(-1) ?? "";
  const isPage = !/^\d/.test(last);
  if (rest === null) return !isPage;
  return headings.get(last)?.some((heading) => rest === heading || rest.startsWith(`${heading},`)) ?? false;
}
