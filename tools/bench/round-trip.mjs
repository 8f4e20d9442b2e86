import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { get } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { withAlbum } from "./album-server.mjs";
import { importFolder, untilDerived } from "./import-folder.mjs";
import { Line } from "./line.mjs";
import { createMovingFamily, createPair } from "./moving-family.mjs";
import { prepareExport } from "./prepare-export.mjs";
import { requireProcFiles, whileWatching } from "./process-tree.mjs";
import { figure, megabytes, row, seconds } from "./row.mjs";
import { requireTool } from "./tools.mjs";

export const title = "Round trip";

const lookEveryMs = 500;
const giveUpMs = 60 * 60_000;
const maxOutputBytes = 1e9;

/** Prepares an export and downloads it. */
async function exportTo(file, album, { cookie }) {
  const line = new Line(album.url, cookie);
  const begun = performance.now();
  const { result: made, peak } = await whileWatching(album.pid, () => prepareExport(line), lookEveryMs);
  line.close();
  const response = await new Promise((resolve, reject) => {
    get(`${album.url}${made.url}`, { headers: { cookie } }, resolve).on("error", reject);
  });
  if (response.statusCode !== 200) throw new Error(`The ZIP was answered ${response.statusCode}`);
  await pipeline(response, createWriteStream(file));
  return { ...made, peak, wholeSeconds: (performance.now() - begun) / 1000 };
}

/** The lines of an export's keepsake.json, as they are unpacked. */
const linesOf = (zip) => {
  const { stdout } = spawn(requireTool("unzip"), ["-p", zip, "keepsake.json"]);
  return createInterface({ input: stdout, crlfDelay: Number.POSITIVE_INFINITY });
};

/** Entries of the lists, one after the other. */
async function* entriesOf(zip) {
  let list = null;
  let isFirst = true;
  for await (const raw of linesOf(zip)) {
    const line = raw.trimEnd().replace(/,$/, "");
    if (isFirst) yield { list: "head", value: JSON.parse(`${line}}`) };
    else if (list === null) list = /^"(\w+)":\[$/.exec(line)?.[1] ?? null;
    else if (line === "]") list = null;
    else yield { list, value: JSON.parse(line) };
    isFirst = false;
  }
}

/**
 * Replaces ids with names, and leaves out what differs between installations: accounts, order numbers, what joins a
 * pair.
 */
function plain(value, names) {
  if (Array.isArray(value)) return value.map((one) => plain(one, names));
  if (typeof value === "string") return names.get(value) ?? value;
  if (value === null || typeof value !== "object") return value;
  const own = ["id", "account", "number", "contentIdentifier", "export"];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !own.includes(key))
      .map(([key, one]) => [key, plain(one, names)]),
  );
}

/** A hash of everything that an export says, by its name, so that two exports fit into memory. */
async function summaryOf(zip) {
  const names = new Map();
  for await (const { list, value } of entriesOf(zip)) {
    if (list === "people") names.set(value.id, value.name);
    if (list === "items") names.set(value.id, value.fileName);
  }
  const found = new Map();
  for await (const { list, value } of entriesOf(zip)) {
    const name = value.fileName ?? value.title ?? value.name ?? value.at ?? `${value.year}-${value.month}`;
    const text = JSON.stringify(plain(value, names));
    found.set(`${list} ${name}`, {
      hash: createHash("sha256").update(text).digest("base64"),
      text: list === "items" ? "" : text,
    });
  }
  return found;
}

/** @returns {Promise<{ entries: number, different: string[] }>} */
async function compare(before, after, log) {
  const [one, other] = [await summaryOf(before), await summaryOf(after)];
  const names = new Set([...one.keys(), ...other.keys()]);
  const different = [...names].filter((name) => one.get(name)?.hash !== other.get(name)?.hash);
  for (const name of different.slice(0, 3)) log(`${name}:\n${one.get(name)?.text}\n${other.get(name)?.text}`);
  return { entries: names.size, different };
}

/** exiftool reads every sidecar. @returns how many, and how many without an error */
function readSidecars(zip, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  execFileSync(requireTool("unzip"), ["-q", zip, "-d", folder]);
  const args = ["-q", "-n", "-json", "-r", "-ext", "xmp", "-validate", "-DateTimeOriginal", folder];
  const options = { maxBuffer: maxOutputBytes };
  const read = JSON.parse(execFileSync(requireTool("exiftool"), args, options).toString());
  const listed = execFileSync(requireTool("unzip"), ["-Z1", zip], options).toString().split("\n");
  rmSync(folder, { recursive: true, force: true });
  return {
    sidecars: listed.filter((name) => name.endsWith(".xmp")).length,
    // Neither errors nor warnings, and the date that every photo here has.
    read: read.filter(({ Validate, DateTimeOriginal }) => Validate === "0 0 0" && DateTimeOriginal).length,
  };
}

/** Imports the ZIP into the family, until every photo has its thumbnail. */
async function bring(album, owner, items) {
  const begun = performance.now();
  const id = await importFolder(album, owner, "round-trip");
  const dryRunSeconds = (performance.now() - begun) / 1000;
  const until = performance.now() + giveUpMs;
  for (;;) {
    const [{ state, reason }] = await album.query('SELECT state::text, reason FROM "Import" WHERE id = $1', [
      id,
    ]);
    if (state === "done") break;
    if (state !== "running" || performance.now() > until)
      throw new Error(`The import is ${state}: ${reason}`);
    await wait(lookEveryMs);
  }
  const importSeconds = (performance.now() - begun) / 1000;
  await untilDerived(album, owner.familyId, items);
  return { dryRunSeconds, importSeconds, allSeconds: (performance.now() - begun) / 1000 };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const items = bench.isQuick ? 400 : 20_000;
  const folder = path.join(bench.folder, "round-trip");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [before, after] = ["before.zip", "../round-trip-after.zip"].map((name) => path.join(folder, name));
  const first = await withAlbum(bench, { name: "moving-from" }, async (album) => {
    const owner = await createMovingFamily(album, items);
    return exportTo(before, album, owner);
  });
  bench.log(`Exported in ${figure(first.wholeSeconds)} s.`);
  const env = { IMPORT_FOLDERS: folder };
  const { brought, peak, second } = await withAlbum(bench, { name: "moving-to", env }, async (album) => {
    const { owner } = await createPair(album);
    const { result, peak: most } = await whileWatching(
      album.pid,
      () => bring(album, owner, items),
      lookEveryMs,
    );
    bench.log(`Imported in ${figure(result.importSeconds)} s.`);
    return { brought: result, peak: most, second: await exportTo(after, album, owner) };
  });
  const { entries, different } = await compare(before, after, bench.log);
  const sidecars = readSidecars(before, path.join(bench.folder, "round-trip-unpacked"));
  execFileSync(requireTool("unzip"), ["-t", "-qq", before]);
  const count = items.toLocaleString("en-GB");
  return [
    row({
      what: `A family of ${count} items: exported, imported elsewhere, exported again`,
      measured: different.length === 0 ? "the same" : `${different.length} differ`,
      target: "the same",
      isMet: different.length === 0,
      note: `${entries.toLocaleString("en-GB")} entries of keepsake.json, without ids and accounts${different.length > 0 ? `; the first: ${different.slice(0, 3).join(", ")}` : ""}`,
    }),
    row({
      what: "Both exports",
      measured: `${figure(first.wholeSeconds)} s and ${figure(second.wholeSeconds)} s`,
      note: `prepared in ${seconds(first.seconds)} and ${seconds(second.seconds)}, then downloaded; ${megabytes(first.bytes)}; at most ${megabytes(first.peak.rssBytes)} RSS`,
    }),
    row({
      what: "The import between them",
      measured: seconds(brought.importSeconds),
      note: `of it ${seconds(brought.dryRunSeconds)} for the dry run; ${figure(items / brought.importSeconds)} items/s; every thumbnail after ${seconds(brought.allSeconds)}; at most ${megabytes(peak.pssBytes)} PSS of web, worker and decoders`,
    }),
    row({
      what: "Sidecars that exiftool reads",
      measured: `${sidecars.read} of ${sidecars.sidecars}`,
      target: "all",
      isMet: sidecars.read === sidecars.sidecars && sidecars.read >= items,
      note: "without an error or a warning; unzip -t finds none either",
    }),
  ];
}
