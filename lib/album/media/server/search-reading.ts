import { maxSearchParts, type SearchPart, type SearchPartKind } from "@/lib/album/media/schema";
import { comparable, isLinkWord, lowerCase, type PlainWords, plainKey } from "@/lib/album/media/search-parts";
import {
  type DateMeaning,
  DateReader,
  type FoundDate,
  wholeYear,
} from "@/lib/album/media/server/search-dates";
import { matchingPeople } from "@/lib/shared/matching-people";
import { unknownMonth } from "@/lib/shared/months";

export interface NamedPerson {
  id: string;
  name: string;
  displayName: string;
}

/** A word to find in a description, or as a name of someone in the picture. */
export interface SearchWord {
  text: string;
  memberIds: readonly string[];
}

/** One way to read a search: an item must match all of it. */
export interface Reading {
  /** `any`: photos and videos both. */
  type: "image" | "video" | "any" | null;
  /** One of each group must match. */
  dates: readonly (readonly DateMeaning[])[];
  words: readonly SearchWord[];
}

export interface Understood {
  /** Items that match any reading are hits; the last one is the plain words, so a misreading never loses a hit. */
  readings: Reading[];
  parts: SearchPart[];
}

export interface SearchContext {
  people: readonly NamedPerson[];
  /** Parts to treat as plain words. */
  plain: readonly PlainWords[];
  today: Date;
  /** The year with which the album begins: an earlier one is a number like any other. */
  firstYear: number;
}

const maxWords = 10;
const types = new Map<string, "image" | "video">([
  ...["photo", "photos", "picture", "pictures", "pic", "pics", "image", "images"].map(
    (word) => [word, "image"] as const,
  ),
  ...["video", "videos", "clip", "clips"].map((word) => [word, "video"] as const),
]);
const typeLabels = { image: "Photos", video: "Videos" } as const;

/** As in the index: lower case, with these as spaces and a # on its own. */
export const searchableWord = (word: string): string =>
  word
    .replace(/[(\-"]/g, " ")
    .replaceAll("#", "# ")
    .trim();

/** One letter begins half of all names, and beside other words two letters are more often a word than a name. */
const canBeName = (word: string, words: number) =>
  !word.startsWith("#") && [...word].length >= (words === 1 ? 2 : 3);

interface Token {
  /** Comparable; empty for a hashtag or a token without letters or digits. */
  text: string;
  /** As a word of the search. */
  word: string;
  /** The same with the punctuation that was typed. */
  plain: string;
  start: number;
  end: number;
  memberIds: readonly string[];
}

interface DateFound extends FoundDate {
  tokens: readonly Token[];
}

const intersection = (one: readonly string[], other: readonly string[]) =>
  one.filter((id) => other.includes(id));

type PeopleContext = Pick<SearchContext, "people" | "plain">;

const personWords = ({ plain }: PeopleContext) =>
  new Set(plain.flatMap(({ kind, text }) => (kind === "person" ? text.split(" ") : [])));

/** A hashtag stays as it is; a symbol on its own is not a word, but an emoji is. */
function wordOf(raw: string, text: string): string {
  if (text) return text.replace(/'s$/, "");
  return /^\p{P}+$/u.test(raw) ? "" : lowerCase(raw);
}

/** The tokens of a search, with the people each may mean: one of their names begins with it. */
function tokensOf(q: string, context: PeopleContext): Token[] {
  const notNames = personWords(context);
  const tokens = [...q.matchAll(/\S+/g)].map((found) => {
    const [raw] = found;
    const text = raw.startsWith("#") ? "" : comparable(raw);
    const plain = searchableWord(lowerCase(raw));
    return { text, word: wordOf(raw, text), plain, start: found.index, end: found.index + raw.length };
  });
  const isLink = tokens.some(({ text }) => types.has(text)) ? isLinkWord : () => false;
  const spoken = tokens.filter(({ text }) => !isLink(text) && !types.has(text)).length;
  return tokens.map((token) => ({
    ...token,
    memberIds:
      token.text && !notNames.has(token.text) && canBeName(token.word, spoken)
        ? matchingPeople(context.people, token.word).map(({ id }) => id)
        : [],
  }));
}

/** The family members whom the words of a search may mean. */
export const peopleInSearch = (q: string, people: readonly NamedPerson[]): string[] => [
  ...new Set(tokensOf(q, { people, plain: [] }).flatMap(({ memberIds }) => memberIds)),
];

/** Adjacent tokens that mean the same person, such as first and last name; other tokens on their own. */
function namesIn(tokens: readonly Token[]): { tokens: Token[]; memberIds: readonly string[] }[] {
  const names: { tokens: Token[]; memberIds: readonly string[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.memberIds.length === 0) continue;
    const last = names.at(-1);
    const both =
      last && last.tokens.at(-1) === tokens[index - 1] ? intersection(last.memberIds, token.memberIds) : [];
    if (last && both.length > 0) {
      last.tokens.push(token);
      last.memberIds = both;
    } else names.push({ tokens: [token], memberIds: token.memberIds });
  }
  return names;
}

function span(q: string, tokens: readonly Token[]) {
  const [start, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
  return { text: q.slice(start, end), start, end };
}

function nameLabel(memberIds: readonly string[], people: readonly NamedPerson[]): string {
  const [first = "", second] = memberIds.map((id) => people.find((one) => one.id === id)?.displayName ?? "");
  if (memberIds.length > 2) return `${first} or ${memberIds.length - 1} others`;
  return second === undefined ? first : `${first} or ${second}`;
}

/** What the tokens say besides words and names: dates and types. */
class Scan {
  readonly dates: DateFound[] = [];
  readonly types: { type: "image" | "video"; token: Token }[] = [];
  readonly taken = new Set<Token>();

  constructor(
    private readonly tokens: readonly Token[],
    private readonly context: SearchContext,
  ) {
    const names = namesIn(tokens).filter((name) => name.tokens.length > 1);
    const inNames = new Set(names.flatMap((name) => name.tokens));
    const words = tokens.map((token) => (inNames.has(token) ? "" : token.text));
    const reader = new DateReader(words, context.today, context.firstYear);
    for (let index = 0; index < tokens.length; ) index += this.#take(index, words[index] ?? "", reader);
  }

  #isPlain(kind: SearchPartKind, tokens: readonly Token[]): boolean {
    const key = plainKey(kind, tokens.map(({ text }) => text).join(" "));
    return this.context.plain.some((one) => plainKey(one.kind, one.text) === key);
  }

  /** @returns how many tokens were consumed */
  #take(index: number, word: string, reader: DateReader): number {
    const [token] = this.tokens.slice(index, index + 1);
    const date = word ? reader.at(index) : null;
    if (date) {
      const tokens = this.tokens.slice(index, index + date.length);
      if (this.#isPlain("date", tokens)) return date.length;
      this.dates.push({ ...date, tokens });
      for (const one of tokens) this.taken.add(one);
      return date.length;
    }
    const type = types.get(word);
    if (token && type && !this.#isPlain("type", [token])) {
      this.types.push({ type, token });
      this.taken.add(token);
    }
    return 1;
  }
}

/** A month or holiday beside a separate year belongs to that year; several dates are alternatives. */
function dateGroups(dates: readonly DateMeaning[]): DateMeaning[][] {
  const isYear = (date: DateMeaning) => date.type === "months" && date.from.month === unknownMonth;
  const years = dates.filter(isYear);
  const yearless = dates.filter(({ type }) => type === "everyYear");
  const whole = dates.filter((date) => !isYear(date) && date.type !== "everyYear");
  if (years.length > 0 && yearless.length > 0)
    return [
      [...yearless, ...whole],
      [...years, ...whole],
    ];
  return dates.length > 0 ? [[...dates]] : [];
}

function uniqueWords(words: readonly SearchWord[]): SearchWord[] {
  const seen = new Map(words.filter(({ text }) => text).map((word) => [word.text, word]));
  return [...seen.values()].slice(0, maxWords);
}

/** The date's own token that may also be someone's name. */
const namedToken = ({ tokens, word }: DateFound) =>
  tokens.find(({ text, memberIds }) => text === word && memberIds.length > 0);

/** The reading that takes ambiguous dates as words or names. */
function readingByNames(scan: Scan, words: readonly SearchWord[], type: Reading["type"]): Reading | null {
  const isDoubtful = (date: DateFound) => date.word && (!date.isCertain || namedToken(date));
  const doubtful = scan.dates.filter(isDoubtful);
  if (doubtful.length === 0) return null;
  const dates = scan.dates.flatMap((date) => {
    if (!isDoubtful(date)) return [date.meaning];
    return date.year === null ? [] : [wholeYear(date.year)];
  });
  const said = doubtful.flatMap(({ word, tokens }) =>
    (word ?? "").split(" ").map((text) => ({
      text,
      memberIds: tokens.find((token) => token.text === text)?.memberIds ?? [],
    })),
  );
  return { type, dates: dateGroups(dates), words: uniqueWords([...words, ...said]) };
}

function partsOf(
  q: string,
  scan: Scan,
  tokens: readonly Token[],
  people: readonly NamedPerson[],
): SearchPart[] {
  // A month beside other dates stays a name if someone is called that.
  const named = new Set(scan.dates.flatMap((date) => namedToken(date) ?? []));
  const isLink = scan.taken.size > 0 ? isLinkWord : () => false;
  const others = tokens.filter(
    (token) => (!scan.taken.has(token) || named.has(token)) && !isLink(token.text),
  );
  const parts: SearchPart[] = [
    ...scan.dates.map(({ label, tokens: of }) => ({ kind: "date" as const, label, ...span(q, of) })),
    ...scan.types.map(({ type, token }) => ({
      kind: "type" as const,
      label: typeLabels[type],
      ...span(q, [token]),
    })),
    ...namesIn(others).map((name) => ({
      kind: "person" as const,
      label: nameLabel(name.memberIds, people),
      ...span(q, name.tokens),
    })),
  ];
  return parts.sort((one, other) => one.start - other.start).slice(0, maxSearchParts);
}

/**
 * What a search may mean besides its words: dates, photos or videos, and family members. Pure; the plain words are
 * always among the readings, so a misunderstood word still finds what it found before.
 */
export function interpretSearch(q: string, context: SearchContext): Understood {
  const tokens = tokensOf(q, context);
  const scan = new Scan(tokens, context);
  const plainWords = tokens.map(({ plain, memberIds }) => ({ text: plain, memberIds }));
  const plain: Reading = { type: null, dates: [], words: uniqueWords(plainWords) };
  const parts = partsOf(q, scan, tokens, context.people);
  if (scan.dates.length === 0 && scan.types.length === 0) return { readings: [plain], parts };

  const kinds = new Set(scan.types.map(({ type }) => type));
  const type = kinds.size > 1 ? "any" : ([...kinds][0] ?? null);
  const rest = tokens.filter((token) => !scan.taken.has(token) && !isLinkWord(token.text));
  const words = uniqueWords(rest.map(({ word, memberIds }) => ({ text: searchableWord(word), memberIds })));
  const understood: Reading = { type, dates: dateGroups(scan.dates.map(({ meaning }) => meaning)), words };
  const byNames = readingByNames(scan, words, type);
  const readings = [understood, ...(byNames ? [byNames] : []), plain];
  const isSame = (one: Reading, other: Reading) => JSON.stringify(one) === JSON.stringify(other);
  return {
    readings: readings.filter((one, index) => !readings.slice(index + 1).some((other) => isSame(one, other))),
    parts,
  };
}
