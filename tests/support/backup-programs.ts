import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { buildPrograms } from "@/ops/lib/build.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");

export interface Ended {
  code: number;
  /** Its output, on both streams. */
  words: string;
}

type ProgramName = "backup" | "restore" | "migrate" | "doctor" | "rotate-secret" | "second-copy" | "export";

const built = new Map<ProgramName, Promise<string>>();

/** The program's file, bundled once per test file. */
function programOf(name: ProgramName): Promise<string> {
  const known = built.get(name) ?? buildPrograms(root, [name]).then((programs) => programs[name] ?? "");
  built.set(name, known);
  return known;
}

/** Runs one of our programs as npm run does, with these settings on top of this test file's. */
export async function runBuilt(
  name: ProgramName,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [await programOf(name), ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      // Only this file's database has a pooler in front.
      ...(env.DATABASE_URL ? { DIRECT_DATABASE_URL: env.DATABASE_URL } : {}),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (data) => {
      words += String(data);
    });
  }
  const code = await new Promise<number>((resolve) => child.once("close", (ended) => resolve(ended ?? 1)));
  return { code, words };
}

export interface EmptyPlace {
  env: { DATABASE_URL: string; DIRECT_DATABASE_URL: string; DATA_DIR: string };
  remove: () => Promise<void>;
}

/** An empty database and an empty folder: another machine. */
export async function emptyPlace(): Promise<EmptyPlace> {
  const name = `keepsake_test_${randomUUID().replaceAll("-", "")}`;
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await ask(`CREATE DATABASE ${name}`);
  const url = new URL(process.env.TEST_SERVER_URL ?? "");
  url.pathname = `/${name}`;
  const dataDir = path.join(process.env.TEST_FOLDER ?? "", name);
  await mkdir(dataDir);
  return {
    env: { DATABASE_URL: url.href, DIRECT_DATABASE_URL: url.href, DATA_DIR: dataDir },
    remove: () => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** SHA-256 of every file in a folder, by path; names starting with a dot are the store's own. */
export async function fileHashes(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    if (!entry.isFile() || name.startsWith(".")) continue;
    hashes[name] = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  }
  return hashes;
}

/** The files of the store under a data folder. */
export const mediaFolder = (dataDir = process.env.DATA_DIR ?? "") => path.join(dataDir, "media");
/** A path without a backup yet. */
export const newFolder = () => path.join(process.env.TEST_FOLDER ?? "", `backup-${randomUUID()}`);

const places: EmptyPlace[] = [];

/** An empty place for the duration of a test; for use with `withOtherMachines`. */
export async function anotherMachine(): Promise<EmptyPlace["env"]> {
  const place = await emptyPlace();
  places.push(place);
  return place.env;
}

export function withOtherMachines(): void {
  afterEach(async () => {
    for (const place of places.splice(0)) await place.remove();
  });
}
