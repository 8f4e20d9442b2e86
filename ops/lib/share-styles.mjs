import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";

const form =
  /^(globalThis\.__RSC_MANIFEST = globalThis\.__RSC_MANIFEST \|\| \{\};\nglobalThis\.__RSC_MANIFEST\[".+?"\] = )(\{.*\});?\s*$/s;
const marker = "keepsake:style:";
const markers = new RegExp(`"${marker}(\\d+)"`, "g");

/** What a manifest leaves behind when Next runs it. */
function evaluate(script) {
  const context = {};
  runInNewContext(script, context);
  return JSON.stringify(context);
}

/**
 * The same manifest with each style sheet in it once.
 * @param {string} script
 * @returns {string} unchanged if it isn't written the way Next 16 does
 */
export function withSharedStyles(script) {
  const [, assignment, json] = form.exec(script) ?? [];
  const manifest = json && parsed(json);
  if (!manifest) return script;
  const styles = [];
  const share = (key, value) => {
    if (key !== "content" || typeof value !== "string") return value;
    if (!styles.includes(value)) styles.push(value);
    return `${marker}${styles.indexOf(value)}`;
  };
  const shared = JSON.stringify(manifest, share).replace(markers, (_, index) => `styles[${index}]`);
  const result = `const styles = ${JSON.stringify(styles)};\n${assignment}${shared};\n`;
  if (evaluate(result) !== evaluate(script))
    throw new Error("A manifest of Next's would become another one.");
  return result;
}

/** Null where Next has written an expression. */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * With `inlineCss`, Next's manifest of a page repeats the whole style sheet for the layout, the page and its two error
 * pages: 60 MB on disk for 120 pages, and half a megabyte of memory for each page that was visited.
 * @param {string} folder .next/server
 */
export function shareStyles(folder) {
  // Not globSync: this is loaded by whatever Node there is, before ours is installed.
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith("_client-reference-manifest.js")) continue;
    const file = path.join(folder, name);
    writeFileSync(file, withSharedStyles(readFileSync(file, "utf8")));
  }
}
