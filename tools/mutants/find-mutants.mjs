import { parseSync, visitorKeys } from "oxc-parser";
import { alwaysTrue, findConditions, placeholder, scopeColumns } from "./conditions.mjs";

/**
 * @typedef {{ id: string, file: string, line: number, kind: "where" | "sql" | "comparison" | "fragment" | "access",
 *   name: string, text: string, statement: string, isStatic: boolean }} Mutant
 *   `name`: the column, or the level that an access becomes; `statement`: the statement it is in, without comments;
 *   `isStatic`: decided when its module loads
 */

/** The next weaker level: the most likely mistake. */
const weakerAccess = {
  superAdmin: "user",
  reports: "user",
  owner: "admin",
  admin: "member",
  member: "user",
  user: "public",
};

/** Parts of a Prisma call that contain no conditions at any depth. */
const otherParts = new Set([
  "data",
  "create",
  "update",
  "select",
  "include",
  "orderBy",
  "by",
  "cursor",
  "connect",
]);
/** Prisma refuses these without their unique key: a condition that can't be dropped is safe. */
const uniqueCalls = new Set(["findUnique", "findUniqueOrThrow", "update", "delete", "upsert"]);
const wrappers = new Set([
  "ArrayExpression",
  "ConditionalExpression",
  "LogicalExpression",
  "ObjectExpression",
  "ParenthesizedExpression",
  "SpreadElement",
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
]);
const functions = new Set(["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"]);

/** Calls `visit` with every node and its ancestors, the nearest first. */
function walk(node, visit, ancestors = []) {
  visit(node, ancestors);
  const inner = [node, ...ancestors];
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) if (child) walk(child, visit, inner);
  }
}

const keyName = (property) => property.key?.name ?? property.key?.value;
const isProperty = (node) => node?.type === "Property" && node.kind === "init" && !node.computed;

function calleeName({ callee }) {
  return callee.type === "Identifier" ? callee.name : null;
}

/** Names that stand for conditions below a value: `own(actor)`, `where`, `{ ...shown }`. */
function namesIn(node) {
  if (!node) return [];
  switch (node.type) {
    case "Identifier":
      return [node.name];
    case "CallExpression":
      return [calleeName(node)].filter(Boolean);
    case "ObjectExpression":
      return node.properties.flatMap((one) => {
        if (one.type === "SpreadElement") return namesIn(one.argument);
        return isProperty(one) && ["AND", "OR", "NOT"].includes(keyName(one)) ? namesIn(one.value) : [];
      });
    case "ArrayExpression":
      return node.elements.flatMap(namesIn);
    case "ConditionalExpression":
      return [...namesIn(node.consequent), ...namesIn(node.alternate)];
    case "LogicalExpression":
      return [...namesIn(node.left), ...namesIn(node.right)];
    case "ParenthesizedExpression":
    case "SpreadElement":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      return namesIn(node.type === "SpreadElement" ? node.argument : node.expression);
    case "ArrowFunctionExpression":
      return node.expression ? namesIn(node.body) : [];
    default:
      return [];
  }
}

/** The name under which a node's value is known: its variable's or its function's. */
function ownerName(ancestors) {
  for (const node of ancestors) {
    if (node.type === "VariableDeclarator") return node.id.name ?? null;
    if (node.type === "FunctionDeclaration") return node.id?.name ?? null;
  }
  return null;
}

/** What a call passes as `where`, if its function has such a parameter. */
function whereArgument(call, parameters) {
  const at = parameters.get(calleeName(call));
  return at === undefined ? undefined : call.arguments[at];
}

/** Whether a property belongs to a query condition, judging by its surroundings. */
function isInWhere(property, ancestors, { whereNames, parameters }) {
  for (const [at, node] of ancestors.entries()) {
    if (isProperty(node)) {
      const name = keyName(node);
      if (name === "where") return true;
      if (otherParts.has(name) || String(name).includes("_")) return false;
    } else if (
      node.type === "VariableDeclarator" ||
      functions.has(node.type) ||
      node.type === "ReturnStatement"
    ) {
      return whereNames.has(ownerName(ancestors.slice(at)));
    } else if (node.type === "CallExpression") {
      // `conditions.push({ ... })`, or a function of this file with a parameter `where`.
      if (node.callee.type === "MemberExpression") return whereNames.has(node.callee.object.name);
      const argument = ancestors[at - 1] ?? property;
      return whereArgument(node, parameters) === argument;
    } else if (!wrappers.has(node.type)) return false;
  }
  return false;
}

/** Whether a call like findUnique has nothing but this property to go by. */
function isUniqueKey(property, ancestors) {
  const [object, where, , call] = ancestors;
  if (!isProperty(where) || keyName(where) !== "where" || call?.type !== "CallExpression") return false;
  if (!uniqueCalls.has(call.callee.property?.name)) return false;
  return keyName(property) === "id" || object.properties.length === 1;
}

const isActorsOwn = (node) =>
  node.type === "MemberExpression" &&
  ["userId", "familyId"].includes(node.property.name) &&
  /actor$/i.test(node.object.name ?? node.object.property?.name ?? "");

const isNothing = (node) =>
  node.type === "Literal" || (node.type === "Identifier" && node.name === "undefined");

/** A bare `await client.$executeRaw\`SELECT ...\`` takes a lock: nothing reads its rows. */
const isLock = (text, ancestors) =>
  ancestors[0]?.type === "AwaitExpression" &&
  ancestors[1]?.type === "ExpressionStatement" &&
  /^[`"\s]*SELECT\b/.test(text);

function lineOf(source, at) {
  return source.slice(0, at).split("\n").length;
}

/** What several files share: which exported names stand for conditions, and which of them hold a scope. */
function surveyFile(file, source) {
  const { program, errors, comments } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0].message}`);
  const whereNames = new Set();
  const declared = new Map();
  const imported = new Map();
  const parameters = new Map();
  walk(program, (node) => {
    if (isProperty(node) && keyName(node) === "where")
      for (const name of namesIn(node.value)) whereNames.add(name);
    if (node.type === "VariableDeclarator" && node.id.name) declared.set(node.id.name, node.init);
    if (node.type === "FunctionDeclaration" && node.id) declared.set(node.id.name, node);
    if (node.type === "ImportSpecifier") imported.set(node.local.name, node.imported.name);
  });
  for (const [name, node] of declared) {
    const at = node?.params?.findIndex((one) => one.name === "where") ?? -1;
    if (at >= 0) parameters.set(name, at);
  }
  walk(program, (node) => {
    if (node.type !== "CallExpression") return;
    for (const name of namesIn(whereArgument(node, parameters))) whereNames.add(name);
  });
  return { file, source, program, comments, whereNames, declared, imported, parameters };
}

/** The whole statement around a node, in a form unaffected by comments and line breaks. */
function statementAround(node, ancestors, { source, comments }) {
  const { start, end } = [node, ...ancestors].at(-2);
  const inside = comments.filter((one) => one.start >= start && one.end <= end);
  const bounds = [start, ...inside.flatMap((one) => [one.start, one.end]), end];
  let text = "";
  for (let at = 0; at < bounds.length; at += 2) text += source.slice(bounds[at], bounds[at + 1]);
  return text.replaceAll(/\s+/g, " ");
}

/** Names that conditions take their parts from, until no more turn up. */
function completeNames(surveys) {
  const shared = new Set();
  for (let size = -1; size !== sizeOf(surveys, shared); ) {
    size = sizeOf(surveys, shared);
    for (const { whereNames, declared, imported } of surveys) {
      for (const name of shared) if (declared.has(name)) whereNames.add(name);
      for (const name of [...whereNames]) {
        for (const inner of namesIn(declared.get(name))) whereNames.add(inner);
        const original = imported.get(name);
        if (original) shared.add(original);
      }
    }
  }
}

const sizeOf = (surveys, shared) =>
  surveys.reduce((sum, { whereNames }) => sum + whereNames.size, shared.size);

/** What a mutant changes, and where; `edit` says how. */
function editOf(survey, node, ancestors, mutant, edit) {
  const { file, source } = survey;
  const isStatic = mutant.kind !== "access" && !ancestors.some(({ type }) => functions.has(type));
  return {
    ...{ start: node.start, end: node.end, ...edit },
    mutant: {
      ...{ file, line: lineOf(source, mutant.at ?? node.start), isStatic, ...mutant },
      statement: statementAround(node, ancestors, survey),
    },
  };
}

const textOf = ({ source }, node) => source.slice(node.start, node.end);

/** A condition of a query that is dropped, or an access level that becomes weaker. */
function propertyEdits(survey, node, ancestors) {
  const name = keyName(node);
  const { value } = node;
  const text = textOf(survey, node);
  const isOwn = name === "id" && /(?:^|\.)(?:familyId|userId)$/.test(textOf(survey, value));
  if (scopeColumns.has(name) || isOwn) {
    if (value.type === "Literal" || !isInWhere(node, ancestors, survey) || isUniqueKey(node, ancestors))
      return [];
    // Not undefined: Prisma refuses that.
    const open = (id) => `...(keepsakeMutants.isOn(${id}) ? {} : { `;
    return [editOf(survey, node, ancestors, { kind: "where", name, text }, { open, close: " })" })];
  }
  const becomes = name === "access" && survey.file.endsWith("/route.ts") && weakerAccess[value.value];
  if (!becomes) return [];
  // Read at every request, so that coverage knows each test that makes one. Nothing of the old value is spread.
  const open = (id) =>
    `get access() { return keepsakeMutants.isOn(${id}) ? "${becomes}" : ${textOf(survey, value)}; }, ...!{ `;
  return [editOf(survey, node, ancestors, { kind: "access", name: becomes, text }, { open, close: " }" })];
}

/** A comparison with the caller's ids, which always succeeds for them. */
function comparisonEdits(survey, node, ancestors) {
  const { left, right, operator } = node;
  if (operator !== "===" && operator !== "!==") return [];
  if (![left, right].some(isActorsOwn) || [left, right].some(isNothing)) return [];
  const isForgetting = ancestors.some(
    (one) => one.type === "CallExpression" && calleeName(one) === "forgetSessions",
  );
  if (isForgetting) return [];
  const open = (id) => `(keepsakeMutants.isOn(${id}) ? ${operator === "==="} : (`;
  const mutant = { kind: "comparison", name: operator, text: textOf(survey, node) };
  return [editOf(survey, node, ancestors, mutant, { open, close: "))" })];
}

/** The text of SQL, with interpolated values masked. */
function maskedText(survey, node) {
  const whole = textOf(survey, node);
  let masked = whole;
  for (const { start, end } of node.expressions ?? []) {
    // With the `${` before the expression and the `}` after it.
    const from = whole.lastIndexOf("${", start - node.start);
    const to = whole.indexOf("}", end - node.start) + 1;
    masked = masked.slice(0, from) + placeholder.repeat(to - from) + masked.slice(to);
  }
  return masked;
}

/** Makes each condition in an SQL text always true. */
function sqlEdits(survey, node, ancestors) {
  const whole = textOf(survey, node);
  const masked = maskedText(survey, node);
  const isTagged = ancestors[0]?.type === "TaggedTemplateExpression";
  const outer = isTagged ? ancestors[0] : node;
  if (isLock(masked, isTagged ? ancestors.slice(1) : ancestors)) return [];
  // Quotes aren't part of the text: a condition may come first in it.
  const body = masked.slice(1, -1);
  const isIdentity = (start, end) => /(?:^|\.|\{)(?:familyId|userId)\}/.test(whole.slice(start + 1, end + 1));
  return findConditions(body, isIdentity).map((one) => {
    const range = { start: one.start + 1, end: one.end + 1 };
    const changed = survey.source.slice(outer.start, node.start) + alwaysTrue(whole, range);
    const text = whole.slice(range.start, range.end);
    const mutant = { kind: "sql", name: one.column, text, at: node.start + range.start };
    const open = (id) => `(keepsakeMutants.isOn(${id}) ? ${changed} : `;
    return editOf(survey, node, ancestors, mutant, { start: outer.start, end: outer.end, open, close: ")" });
  });
}

/** @returns {{ start: number, end: number, open: (id: string) => string, close: string, mutant: object }[]} */
function editsOf(survey) {
  const edits = [];
  walk(survey.program, (node, ancestors) => {
    if (isProperty(node)) edits.push(...propertyEdits(survey, node, ancestors));
    else if (node.type === "BinaryExpression") edits.push(...comparisonEdits(survey, node, ancestors));
    else if (node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string")) {
      edits.push(...sqlEdits(survey, node, ancestors));
    }
  });
  return edits;
}

/** The functions of a file that make conditions with a scope, by name. */
function scopedHelpers({ declared }, edits) {
  const isFragment = (body) =>
    body?.type === "ObjectExpression" ||
    (body?.type === "TaggedTemplateExpression" && /sql$/.test(body.tag.property?.name ?? ""));
  return new Set(
    [...declared]
      .filter(([, node]) => node?.type === "ArrowFunctionExpression" && node.expression)
      .filter(([, { body }]) => isFragment(body.type === "ParenthesizedExpression" ? body.expression : body))
      .filter(([, node]) =>
        edits.some(
          ({ start, end, mutant }) =>
            ["where", "sql"].includes(mutant.kind) && start >= node.start && end <= node.end,
        ),
      )
      .map(([name]) => name),
  );
}

/**
 * Each use of a helper whose condition several queries share: otherwise one test of one of them would stand for all.
 */
function fragmentEdits(survey, scoped, sharedScoped) {
  const { file, source, program, imported, declared } = survey;
  const edits = [];
  const isScoped = (name) =>
    scoped.has(name) || (!declared.has(name) && sharedScoped.has(imported.get(name)));
  walk(program, (node, ancestors) => {
    if (node.type !== "CallExpression" || !isScoped(calleeName(node))) return;
    const isUsed =
      (ancestors[0]?.type === "TemplateLiteral" && ancestors[0].expressions.includes(node)) ||
      ancestors[0]?.type === "SpreadElement" ||
      (isProperty(ancestors[0]) && ["where", "media"].includes(keyName(ancestors[0])));
    if (!isUsed) return;
    const mutant = {
      ...{ file, line: lineOf(source, node.start), kind: "fragment", name: calleeName(node) },
      text: source.slice(node.start, node.end),
      statement: statementAround(node, ancestors, survey),
      isStatic: !ancestors.some(({ type }) => functions.has(type)),
    };
    edits.push({
      mutant,
      start: node.start,
      end: node.end,
      open: (id) => `keepsakeMutants.withoutScope(${id}, `,
      close: ")",
    });
  });
  return edits;
}

/** Mutants of one statement differ by the count behind their names; lines that move leave them alone. */
function numbered(edits) {
  const counts = new Map();
  return edits
    .sort((a, b) => a.mutant.line - b.mutant.line || a.start - b.start)
    .map((edit) => {
      const { file, kind, text } = edit.mutant;
      const name = `${file} ${kind} ${text.replaceAll(/\s+/g, " ")}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return { ...edit, mutant: { ...edit.mutant, id: count > 1 ? `${name} #${count}` : name } };
    });
}

/** Puts every edit into the source: outer ones first where they begin, last where they end. */
function applied(source, edits) {
  const marks = edits.flatMap(({ start, end, open, close, mutant }, order) => [
    { at: start, text: open(JSON.stringify(mutant.id)), isOpening: true, size: end - start, order },
    { at: end, text: close, isOpening: false, size: end - start, order },
  ]);
  marks.sort(
    (a, b) =>
      a.at - b.at ||
      Number(a.isOpening) - Number(b.isOpening) ||
      (a.isOpening ? b.size - a.size || a.order - b.order : a.size - b.size || b.order - a.order),
  );
  let code = "";
  let at = 0;
  for (const mark of marks) {
    code += source.slice(at, mark.at) + mark.text;
    at = mark.at;
  }
  return code + source.slice(at);
}

/**
 * Every condition and access level of the sources that can be dropped or weakened, and the sources with all of these
 * mutants built in: each waits for `keepsakeMutants.isOn(id)`.
 * @param {Record<string, string>} sources by path
 * @returns {{ mutants: Mutant[], code: Record<string, string> }} `code` of the files that have any
 */
export function findMutants(sources) {
  const surveys = Object.entries(sources).map(([file, source]) => surveyFile(file, source));
  completeNames(surveys);
  const inPlace = surveys.map((survey) => ({ survey, edits: editsOf(survey) }));
  const scoped = inPlace.map(({ survey, edits }) => scopedHelpers(survey, edits));
  const sharedScoped = new Set(scoped.flatMap((names) => [...names]));
  const mutants = [];
  const code = {};
  for (const [index, { survey, edits }] of inPlace.entries()) {
    const all = numbered([...edits, ...fragmentEdits(survey, scoped[index], sharedScoped)]);
    if (all.length === 0) continue;
    mutants.push(...all.map(({ mutant }) => mutant));
    code[survey.file] = applied(survey.source, all);
  }
  return { mutants, code };
}
