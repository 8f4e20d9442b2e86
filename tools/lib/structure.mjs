import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

/** From the lowest to the highest: each may import only those before it. */
const order = ["core", "account", "family", "album", "notify", "faces", "sorter", "shop", "operations"];
/** Parts that only components have are below the wings, level with one, or above them all. */
const heights = new Map([
  ...order.map((wing, height) => [wing, height]),
  ...[
    ["ui", -1],
    ["forms", -1],
    ["session", 1],
    ["shell", order.length],
  ],
]);

/** @param {string} file @returns {string | undefined} the wing it is in, or such a part of components */
export function wingOf(file) {
  const [, top, folder] = /^(lib|components)\/([^/]+)\//.exec(file) ?? [];
  return top === "lib" && !order.includes(folder) ? undefined : folder;
}

const sources = "{app,cli,components,lib,ops,server,tools}/**/*.{ts,tsx,mjs}";
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
  const height = (file) => heights.get(wingOf(file)) ?? Number.NaN;
  return [...all].flatMap(([file, { imports }]) =>
    imports.filter((to) => height(to) > height(file)).map((to) => `${file} -> ${to}`),
  );
}

/**
 * The cycles, the largest first (Tarjan).
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

/** `lib/album/media`, `components/album/media`; the sorter's wing and a part of components are one feature each. */
const featureOf = (file) =>
  wingOf(file) &&
  /^(?:(?:lib|components)\/(?:sorter|ui|forms|session)|[^/]+\/[^/]+\/[^/]+)(?=\/)/.exec(file)?.[0];

/** @param {Map<string, Source>} all @returns {Map<string, Set<string>>} which features import which */
export function featureEdges(all) {
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
