import type { SearchPart, SearchPartKind } from "@/lib/album/media/schema";

/** Words that only connect the others: "videos of Grandma in June". */
const linkWords = new Set(
  "a all an and at by during for from in me my of on our show taken the to us with".split(" "),
);
export const isLinkWord = (word: string): boolean => linkWords.has(word);

/** In lower case as the database does it, letter by letter: JavaScript ends a word in ς, and makes two letters of İ. */
export const lowerCase = (text: string): string =>
  Array.from(text, (letter) => (letter === "İ" ? "i" : letter.toLowerCase())).join("");

/** A typed word in the form used for comparing: lower case, without surrounding punctuation. */
export const comparable = (word: string): string =>
  lowerCase(word)
    .replaceAll("’", "'")
    .replace(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}]+$/gu, "");

/** The comparable words of a text. */
export const comparableWords = (text: string): string[] => text.split(/\s+/).map(comparable).filter(Boolean);

/** A part that the person wants as plain words, as written in the URL's `plain`: "date:june 2026". */
export const plainKey = (kind: SearchPartKind, text: string): string =>
  `${kind}:${comparableWords(text).join(" ").replaceAll(",", " ")}`;

export interface PlainWords {
  kind: SearchPartKind;
  text: string;
}

/** Parses the URL's `plain`. Anything else in it is ignored. */
export function plainWordsOf(plain: string): PlainWords[] {
  return plain.split(",").flatMap((key) => {
    const [, kind, text] = /^(date|type|person):(.+)$/.exec(key) ?? [];
    return kind && text ? [{ kind: kind as SearchPartKind, text }] : [];
  });
}

/** `plain` for a changed query: parts that it no longer contains are dropped. */
export function plainStillIn(plain: string, q: string): string {
  const words = ` ${comparableWords(q).join(" ")} `;
  return plainWordsOf(plain)
    .filter(({ text }) => words.includes(` ${text} `))
    .map(({ kind, text }) => plainKey(kind, text))
    .join(",");
}

/** The search without one of its parts and the words that joined it to the others. */
export function withoutPart(q: string, { start, end }: SearchPart): string {
  const before = q.slice(0, start).trimEnd().split(/\s+/);
  while (before.length > 0 && isLinkWord(comparable(before.at(-1) ?? ""))) before.pop();
  const after = q.slice(end).trim().split(/\s+/);
  const isFirst = before.join("") === "";
  while (isFirst && after.length > 0 && isLinkWord(comparable(after[0] ?? ""))) after.shift();
  return [...before, ...after].join(" ").trim();
}

/** The URL of a search; a lone #hashtag searches by tag, everything else by text (specification 2.2). */
export function searchAddress(text: string, plain = ""): string {
  const wanted = text.trim();
  if (!wanted) return "/search";
  const tag = /^#(\S+)$/.exec(wanted)?.[1];
  if (tag) return `/search?tag=${encodeURIComponent(tag)}`;
  const kept = plainStillIn(plain, wanted);
  return `/search?q=${encodeURIComponent(wanted)}${kept ? `&plain=${encodeURIComponent(kept)}` : ""}`;
}
