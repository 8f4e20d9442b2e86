/** Columns that say whose row it is: a family's, or a person's. */
export const scopeColumns = new Set([
  "familyId",
  "lastFamilyId",
  "userId",
  "uploaderId",
  "createdById",
  "senderId",
  "actorId",
  "subjectId",
  "invitedById",
  "acceptedById",
  "madeById",
  "payerId",
  "reporterId",
  "requestedById",
  "taggedById",
  "deletedById",
  "changedById",
  "decidedById",
]);

/** What a template's `${...}` becomes before its SQL is searched; a run of them has the expression's length. */
export const placeholder = "\u0001";

const column = String.raw`(?:"?\w+"?\.)?"\w+"|\w+\.id|\bid`;
const value = String.raw`(?:${placeholder}+|\$\d+)(?:::\w+(?:\[\])?)?`;
const comparison = new RegExp(
  String.raw`(?<left>${column})\s*(?:=\s*ANY\s*(?<any>\()|\bIN\s*(?<in>\()|=\s*(?<right>${value}|${column}))`,
  "g",
);
/** What precedes a condition; a new value in SET or a selected column is preceded by something else. */
const opensCondition = /(?:^|\(|\b(?:WHERE|AND|OR|ON|NOT|WHEN))\s*$/i;

function closingParenthesis(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return -1;
}

const columnName = (left) => left.replace(/^.*\./, "").replaceAll('"', "");

/**
 * The comparisons of an SQL text that say whose rows it means.
 * @param {string} text its parameters are placeholders
 * @param {(start: number, end: number) => boolean} isIdentity whether the parameter there is the id of a
 *   family or a person: then `id = ...` counts too
 * @returns {{ start: number, end: number, column: string }[]}
 */
export function findConditions(text, isIdentity = () => false) {
  const found = [];
  for (const match of text.matchAll(comparison)) {
    const { left, any, in: list, right } = match.groups;
    const start = match.index;
    if (!opensCondition.test(text.slice(0, start))) continue;
    const name = columnName(left);
    const rightStart = start + match[0].length - (right?.length ?? 0);
    const isOwn =
      name === "id" && right?.startsWith(placeholder) && isIdentity(rightStart, start + match[0].length);
    if (!scopeColumns.has(name) && !isOwn) continue;
    const end = any || list ? closingParenthesis(text, start + match[0].length - 1) : start + match[0].length;
    if (end > 0) found.push({ start, end, column: name });
  }
  return found;
}

/** The text with one comparison made always true; its parameters stay, and so do their types. */
export const alwaysTrue = (text, { start, end }) =>
  `${text.slice(0, start)}(${text.slice(start, end)} OR TRUE)${text.slice(end)}`;
