import { chmod, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { env } from "@/lib/env";
import type { Progress } from "@/lib/operations/backup/server/backup-service";
import { type BaseInfo, baseInfoSchema } from "@/lib/operations/second-copy/server/base-service";
import { databaseFolder } from "@/lib/operations/second-copy/server/changes-service";
import { type Plan, planRestore } from "@/lib/operations/second-copy/server/choice";
import {
  baseName,
  type Change,
  changeName,
  changesFolder,
  linesFolder,
  pointName,
  readBaseName,
  readChangeName,
  readSnapshotName,
  snapshotName,
  snapshotsFolder,
} from "@/lib/operations/second-copy/server/names";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import type { CopyTarget } from "@/lib/operations/second-copy/server/target";
import { segmentName, segmentStart, segmentsOf } from "@/lib/operations/second-copy/server/wal-position";
import { AgeError } from "@/lib/platform/encryption/age";
import { untar } from "@/lib/platform/files/tar";
import { writeFully } from "@/lib/platform/storage/disk-file";

/** A copy, and the keys that open it. */
export interface OpenCopy {
  target: CopyTarget;
  identities: readonly string[];
}

interface Base {
  lineage: string;
  at: Date;
  info: BaseInfo;
  plan: Plan;
}

/** What can be restored: the database's files with changes, or all rows of one moment. */
export type Choice = { kind: "base"; base: Base } | { kind: "snapshot"; at: Date };

async function wholeText(source: AsyncIterable<Uint8Array>): Promise<string> {
  const blocks: Uint8Array[] = [];
  for await (const block of source) blocks.push(block);
  return Buffer.concat(blocks).toString("utf8");
}

const gunzipped = (source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  Readable.from(source, { objectMode: false }).compose(createGunzip()) as AsyncIterable<Uint8Array>;

async function listChanges(target: CopyTarget, lineage: string): Promise<Change[]> {
  const changes: Change[] = [];
  for await (const { key } of target.list(changesFolder(lineage))) {
    const change = readChangeName(key);
    if (change) changes.push(change);
  }
  return changes;
}

/** The newest base from which the moment can be reached. */
async function chooseBase({ target, identities }: OpenCopy, at: Date | null): Promise<Base | null> {
  const infos: { name: string; lineage: string; at: Date }[] = [];
  for await (const { key } of target.list(linesFolder)) {
    const base = readBaseName(key);
    if (base && base.from !== null && (at === null || base.at <= at)) infos.push({ name: key, ...base });
  }
  infos.sort((a, b) => b.at.getTime() - a.at.getTime());
  const changes = new Map<string, Change[]>();
  for (const { name, lineage, at: startedAt } of infos) {
    const text = await wholeText(target.read(name, identities));
    const info = baseInfoSchema.parse(JSON.parse(text));
    const ofLine = changes.get(lineage) ?? (await listChanges(target, lineage));
    changes.set(lineage, ofLine);
    const plan = planRestore(info, ofLine, at);
    if (plan) return { lineage, at: startedAt, info, plan };
  }
  return null;
}

async function chooseSnapshot({ target }: OpenCopy, at: Date | null): Promise<Date | null> {
  let best: Date | null = null;
  for await (const { key } of target.list(snapshotsFolder)) {
    const found = readSnapshotName(key);
    if (found && (at === null || found <= at) && (best === null || found > best)) best = found;
  }
  return best;
}

/** @throws SecondCopyError when the copy has nothing that old, or nothing at all */
export async function chooseMoment(copy: OpenCopy, at: Date | null): Promise<Choice> {
  const [base, snapshot] = [await chooseBase(copy, at), await chooseSnapshot(copy, at)];
  if (base && (!snapshot || base.plan.until >= snapshot)) return { kind: "base", base };
  if (snapshot) return { kind: "snapshot", at: snapshot };
  throw new SecondCopyError(
    at
      ? `The copy in ${copy.target.description} doesn't go back to ${at.toISOString()}.`
      : `The copy in ${copy.target.description} isn't complete: nothing can be restored from it.`,
    at ? "Choose a later moment: the last 14 days can be restored." : "Restore a backup instead.",
  );
}

/** PostgreSQL's settings for replaying the changes. */
export function recoverySettings(plan: Plan): string[] {
  return [
    // Everything it needs is in its own folder already.
    "restore_command=false",
    "recovery_target_timeline=current",
    "recovery_target_action=promote",
    ...(plan.point
      ? [`recovery_target_name=${pointName(plan.point)}`]
      : [
          `recovery_target_time=${plan.until.toISOString().replace("Z", "+00")}`,
          "recovery_target_inclusive=on",
        ]),
  ];
}

/**
 * Puts the database's files into the data folder, with the changes to replay on them. The folder gets its name last, so
 * that an interrupted one starts over.
 */
export async function unpackBase(
  { target, identities }: OpenCopy,
  { lineage, at, info, plan }: Base,
  progress: Progress,
): Promise<void> {
  const folder = databaseFolder();
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const secrets = new Map<string, string>();
  await opening(target, async () => {
    for await (const { name, content } of untar(gunzipped(target.read(baseName(lineage, at), identities)))) {
      if (name.startsWith("secrets/"))
        secrets.set(name.slice("secrets/".length), await wholeText(content as AsyncIterable<Uint8Array>));
      else await unpackFile(partial, name.replace(/^postgres\//, ""), content);
    }
    progress(`The database as of ${info.endedAt}. Replaying ${plan.changes.length} pieces of changes.`);
    for (const change of plan.changes) {
      await writeChange(partial, info, change, gunzipped(target.read(changeName(change), identities)));
    }
  });
  await writeFile(path.join(partial, "recovery.signal"), "", { mode: 0o600, flush: true });
  await saveSecrets(secrets);
  await rename(partial, folder);
}

/** @throws SecondCopyError instead of AgeError */
async function opening<T>(target: CopyTarget, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    throw new SecondCopyError(
      `An object of the copy in ${target.description} is damaged. Nothing was restored.`,
      "Try an earlier moment with --at.",
      { cause: error },
    );
  }
}

async function unpackFile(
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = path.join(folder, name);
  if (!file.startsWith(`${folder}${path.sep}`)) throw new Error("A name leads out of the folder");
  if (name.endsWith("/")) {
    await mkdir(file, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, content, { mode: 0o600 });
}

async function writeChange(
  folder: string,
  { timeline, segmentBytes }: BaseInfo,
  { from, to }: Change,
  log: AsyncIterable<Uint8Array>,
): Promise<void> {
  const blocks: Uint8Array[] = [];
  for await (const block of log) blocks.push(block);
  const bytes = Buffer.concat(blocks);
  if (bytes.length !== Number(to - from))
    throw new AgeError("A piece of the changes is not as long as it says");
  for (const piece of segmentsOf(from, to, segmentBytes)) {
    const file = path.join(folder, "pg_wal", segmentName(timeline, piece.at, segmentBytes));
    const handle = await open(file, "a", 0o600)
      .then((made) => made.close())
      .then(() => open(file, "r+"));
    try {
      // PostgreSQL only accepts whole files; what follows the last change reads as empty.
      await handle.truncate(segmentBytes);
      const start = Number(piece.at - from);
      const offset = Number(piece.at - segmentStart(piece.at, segmentBytes));
      await writeFully(handle, bytes.subarray(start, start + piece.bytes), offset);
    } finally {
      await handle.close();
    }
  }
}

/** Sessions, authenticator apps and push devices keep working if the keys they were made with are restored too. */
export async function saveSecrets(secrets: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of secrets) {
    if (!/^[a-z-]+(\.json)?$/.test(name)) throw new Error("A secret has an odd name");
    const file = path.resolve(env.DATA_DIR, name);
    const now = await readFile(file, "utf8").catch(() => null);
    // A key set by the environment isn't in this folder; the operator looks after it.
    if (name === "auth-secret" && now?.trim() !== env.AUTH_SECRET) continue;
    await writeFile(file, text, { mode: 0o600, flush: true });
    await chmod(file, 0o600);
  }
}

/** Unpacks all rows of one moment into a folder, as a backup has them. */
export async function unpackSnapshot(
  { target, identities }: OpenCopy,
  at: Date,
  folder: string,
): Promise<Map<string, string>> {
  await rm(folder, { recursive: true, force: true });
  const secrets = new Map<string, string>();
  await opening(target, async () => {
    for await (const { name, content } of untar(gunzipped(target.read(snapshotName(at), identities)))) {
      if (name.startsWith("secrets/"))
        secrets.set(name.slice("secrets/".length), await wholeText(content as AsyncIterable<Uint8Array>));
      else await unpackFile(folder, name, content);
    }
  });
  // It is only the password of the database that they came from.
  secrets.delete("postgres-access.json");
  return secrets;
}
