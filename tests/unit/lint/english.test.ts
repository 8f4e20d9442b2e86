import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const files = globSync(
  ["{app,cli,components,lib,ops,server,tools}/**/*.{ts,tsx,mjs}", "prisma/schema/*.prisma", "middleware.ts"],
  { cwd: root },
).filter((file) => !/^lib\/generated\//.test(file));

/** The source lines that match the pattern. */
const found = (pattern: RegExp, among = files) =>
  among.flatMap((file) =>
    readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );

/** Names that were replaced by the usual technical terms. */
const formerNames = [
  "Heap(?:Reader|Uploader)?",
  "AlbumAsker",
  "tellOf[A-Z]\\w*",
  "tell(?:Customer|Admins)",
  "MomentWords",
  "\\w+InWords",
  "claimGuess",
  "takeBackGuesses",
  "isShutting",
  "removeWayIn",
  "SignOfLife",
  "freeJobsOfTheDead",
  "unlessBackedUp",
  "namingTheTaken",
  "afterKept",
  "purse",
  "saysLittle",
  "countAway",
  "unreadPictures",
];

/** Phrases that aren't English, or mean something else in it. */
const formerPhrases = [
  "anew",
  "lately",
  "goes for good",
  "how far (?:it|each) is",
  "stands? (?:here|there)",
  "somebody",
  "everybody",
  "whoever",
];

const tests = globSync("tests/**/*.{ts,tsx}", { cwd: root });

test("things are called by the usual technical terms", () => {
  expect(found(new RegExp(`\\b(?:${formerNames.join("|")})\\b`))).toEqual([]);
});

test("sentences don't sound translated", () => {
  expect(found(new RegExp(`\\b(?:${formerPhrases.join("|")})\\b`, "i"))).toEqual([]);
});

test("test titles don't sound translated", () => {
  const title = /\b(?:test|describe)(?:\.\w+(?:\(.*?\))?)*\("[^"]*/.source;
  expect(found(new RegExp(`${title}\\b(?:${formerPhrases.join("|")})\\b`, "i"), tests)).toEqual([]);
});
