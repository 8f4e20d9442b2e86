import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findTool } from "./tools.mjs";

const columns = ["what", "measured", "limit", "ratio", "target", "verdict", "note"];
const titles = {
  what: "what",
  measured: "measured",
  limit: "limit in the same run",
  ratio: "ratio",
  target: "target",
  verdict: "",
  note: "how",
};

const verdictOf = ({ verdict, note }) => (verdict === "not measured" ? `not measured: ${note}` : verdict);
const noteOf = ({ verdict, note }) => (verdict === "not measured" ? "" : note);
const cellsOf = (line) =>
  columns.map((name) => ({ verdict: verdictOf(line), note: noteOf(line) })[name] ?? line[name]);

/** @param {import("./row.mjs").Row[]} rows */
export function asText(rows) {
  const shown = columns.slice(0, -1);
  const lines = [shown.map((name) => titles[name]), ...rows.map((line) => cellsOf(line).slice(0, -1))];
  // A long reason comes last, where it widens nothing.
  const widths = shown.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const asLine = (line) =>
    line.map((cell, at) => (at === shown.length - 1 ? cell : cell.padEnd(widths[at]))).join(" | ");
  const rule = widths.map((width, at) => "-".repeat(at === shown.length - 1 ? 9 : width)).join("-+-");
  return [asLine(lines[0]), rule, ...lines.slice(1).map(asLine)].join("\n");
}

function versionOf(name, args, pattern) {
  const file = findTool(name);
  if (!file) return undefined;
  try {
    const text = execFileSync("sh", ["-c", `"${file}" ${args} 2>&1 || true`], { encoding: "utf8" });
    const found = pattern.exec(text)?.[1];
    return found ? `${name} ${found}` : undefined;
  } catch {
    return undefined;
  }
}

const versionInPackage = (root, name) =>
  JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8")).version;

/** @param {string} root of the project */
export function describeMachine(root) {
  const cpus = os.cpus();
  const load = os.loadavg().map((value) => value.toFixed(1));
  const packages = ["next", "react", "sharp", "pg"].map((name) => `${name} ${versionInPackage(root, name)}`);
  const tools = [
    versionOf("wrk", "-v", /wrk\s+(\S+)/),
    versionOf("nginx", "-v", /nginx\/(\S+)/),
    versionOf("ffmpeg", "-version", /version (\S+)/),
    versionOf("chromium", "--version", /Chromium (\S+)/),
  ].filter(Boolean);
  return {
    date: new Date().toISOString().slice(0, 16).replace("T", " "),
    machine: `${os.availableParallelism()} cores (${cpus[0]?.model.trim() ?? "unknown"}), ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}`,
    load: load.join(" "),
    versions: [`Node ${process.versions.node}`, ...packages, ...tools].join(", "),
  };
}

const escapeCell = (text) => text.replaceAll("|", "\\|");

/** @param {import("./row.mjs").Row[]} rows @returns {string[]} lines */
export function asMarkdownTable(rows) {
  const lines = [columns.map((name) => titles[name]), columns.map(() => "---"), ...rows.map(cellsOf)];
  return lines.map((line) => `| ${line.map(escapeCell).join(" | ")} |`);
}
