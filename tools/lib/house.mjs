import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

/** From the lowest to the highest: each may import only those before it. */
export const wings = {
  core: [],
  account: ["accounts", "security", "profile"],
  family: ["families", "invitations", "children", "direct-access", "birthdays"],
  album: [
    ...["media", "uploads", "archives", "batch", "hearts", "comments", "tags", "hashtags", "notices"],
    ...["month-icons", "sharing", "similar", "quota", "visits"],
  ],
  notify: ["notifications", "push", "digest", "campaigns", "admin-messages"],
  faces: ["recognition", "people"],
  sorter: ["sorter"],
  shop: ["prints", "gifts", "vouchers", "billing"],
  operations: [
    ...[
      "system",
      "backup",
      "integrity",
      "maintenance",
      "diagnostics",
      "dashboard",
      "reports",
      "reports-desk",
    ],
    ...["super-admin", "your-data", "api-reference", "api-keys", "legal"],
  ],
};
const order = Object.keys(wings);
const wingOfFeature = new Map(order.flatMap((wing) => wings[wing].map((feature) => [feature, wing])));

/** @param {string} file @returns {string | undefined} the wing that it stands in */
export function wingOf(file) {
  if (file.startsWith("lib/core/")) return "core";
  const [, feature] = /^lib\/features\/([^/]+)\//.exec(file) ?? [];
  return feature && wingOfFeature.get(feature);
}

const sources = "{app,components,lib,ops,server,tools}/**/*.{ts,tsx,mjs}";
const longFunction = 100;

/**
 * @typedef {{ lines: number, imports: string[], functions: number[] }} Source `functions`: how many lines each has
 * @param {string} root of the project
 * @returns {Map<string, Source>} by path
 */
export function readSources(root) {
  const files = globSync(sources, { cwd: root }).filter((file) => !/generated|\.d\.ts$/.test(file));
  const known = new Set(files);
  return new Map(files.sort().map((file) => [file, readSource(root, file, known)]));
}

function readSource(root, file, known) {
  const text = readFileSync(path.join(root, file), "utf8");
  const { module, program } = parseSync(file, text);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""),
    ),
  ];
  const imports = named.map((name) => resolve(file, name, known)).filter((name) => name !== undefined);
  return {
    lines: text.split("\n").length,
    imports: [...new Set(imports)],
    functions: functionLines(program, text),
  };
}

function resolve(file, name, known) {
  const base = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
  if (!name.startsWith("@/") && !name.startsWith(".")) return undefined;
  return [base, `${base}.ts`, `${base}.tsx`].find((one) => known.has(one));
}

function functionLines(program, text) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node?.type !== "string") return;
    if (/Function/.test(node.type) && node.body?.type === "BlockStatement") {
      found.push(text.slice(node.start, node.end).split("\n").length);
    }
    for (const value of Object.values(node)) if (value && typeof value === "object") visit(value);
  };
  visit(program);
  return found;
}

/** @param {Map<string, Source>} all @returns {string[]} imports of a higher wing, as "from -> to" */
export function upwardImports(all) {
  return [...all].flatMap(([file, { imports }]) =>
    imports
      .filter((to) => wingOf(file) && wingOf(to) && order.indexOf(wingOf(to)) > order.indexOf(wingOf(file)))
      .map((to) => `${file} -> ${to}`),
  );
}

/**
 * What leads back to itself, the largest first (Tarjan).
 * @param {Map<string, Iterable<string>>} edges
 * @returns {string[][]}
 */
export function circles(edges) {
  const [index, low, stack, found] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle);
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found.sort((one, other) => other.length - one.length);
}

/** @param {Map<string, Source>} all @returns {Map<string, Set<string>>} which features import which */
export function featureEdges(all) {
  const featureOf = (file) => /^lib\/(?:core|features)\/[^/]+(?=\/)/.exec(file)?.[0];
  const edges = new Map();
  for (const [file, { imports }] of all) {
    const from = featureOf(file);
    if (!from) continue;
    const others = imports.map(featureOf).filter((to) => to && to !== from);
    edges.set(from, new Set([...(edges.get(from) ?? []), ...others]));
  }
  return edges;
}

/** @param {Map<string, Source>} all @returns {string[]} files with a function that is too long, and how long */
export const longFunctions = (all) =>
  [...all].flatMap(([file, { functions }]) =>
    functions.filter((lines) => lines > longFunction).map((lines) => `${file}: ${lines}`),
  );
