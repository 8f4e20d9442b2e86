// Names of the copy's objects. They contain ids, moments and positions, and nothing about people.

/** Says which album's copy it is, and which keys open it. The only object that isn't encrypted. */
export const markerName = "second-copy.json";
/** The private key, encrypted with the passphrase. */
export const keyName = "key.age";

export const originalsFolder = "originals/";
export const linesFolder = "database/";
export const snapshotsFolder = "snapshots/";

/** @returns null for a storage key without an id, which no original has */
export function originalName(storageKey: string): string | null {
  const id = /\/([0-9a-f-]{36})\.[a-z0-9]+$/.exec(storageKey)?.[1];
  // The end of an id is random, its beginning is the time: 256 folders of about the same size.
  return id ? `${originalsFolder}${id.slice(-2)}/${id}.age` : null;
}

const hex = (position: bigint) => position.toString(16).padStart(16, "0");

/** Sorts as text in the order of time. */
const moment = (at: Date) => at.toISOString().replaceAll(/[-:.]/g, "");
const momentPattern = "(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)(\\d{3})Z";

function readMoment(parts: readonly (string | undefined)[]): Date {
  const [year, month, day, hour, minute, second, ms] = parts.map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms));
}

/** A whole copy of the database's folder. */
export const baseName = (lineage: string, at: Date) =>
  `${linesFolder}${lineage}/base-${moment(at)}.tar.gz.age`;
/** Written last: without it the base isn't complete. @param from where to start reading the log for this base */
export const baseInfoName = (lineage: string, at: Date, from: bigint) =>
  `${linesFolder}${lineage}/base-${moment(at)}-${hex(from)}.json.age`;

const basePattern = new RegExp(
  `^${linesFolder}([0-9a-f]+)/base-${momentPattern}(?:-([0-9a-f]{16})\\.json|\\.tar\\.gz)\\.age$`,
);

/** @returns `from` is null for the base itself */
export function readBaseName(name: string): { lineage: string; at: Date; from: bigint | null } | null {
  const [, lineage, ...parts] = basePattern.exec(name) ?? [];
  if (!lineage) return null;
  return { lineage, at: readMoment(parts.slice(0, 7)), from: parts[7] ? BigInt(`0x${parts[7]}`) : null };
}

export const snapshotName = (at: Date) => `${snapshotsFolder}${moment(at)}.tar.gz.age`;

const snapshotPattern = new RegExp(`^${snapshotsFolder}${momentPattern}\\.tar\\.gz\\.age$`);

export function readSnapshotName(name: string): Date | null {
  const [, ...parts] = snapshotPattern.exec(name) ?? [];
  return parts.length > 0 ? readMoment(parts) : null;
}

/** `whole`: it ends with a round. `part`: the next one continues it. */
export type ChangeKind = "whole" | "part";

/** A piece of PostgreSQL's write-ahead log. */
export interface Change {
  lineage: string;
  /** Positions in the log; the end is exclusive. */
  from: bigint;
  to: bigint;
  /** Everything committed by then is in it, or in earlier changes. */
  at: Date;
  /** The originals of everything committed by then are in the copy: `at`, unless some were still waiting. */
  safe: Date;
  kind: ChangeKind;
}

export const changesFolder = (lineage: string) => `${linesFolder}${lineage}/changes/`;

/** One folder per day: a folder with fifty thousand names is slow on some disks. */
export const changeName = ({ lineage, from, to, at, safe, kind }: Change) =>
  `${changesFolder(lineage)}${moment(at).slice(0, 8)}/${hex(from)}-${hex(to)}-${moment(at)}-${moment(safe)}-${kind}.gz.age`;

const changePattern = new RegExp(
  `^${linesFolder}([0-9a-f]+)/changes/\\d{8}/([0-9a-f]{16})-([0-9a-f]{16})-${momentPattern}-${momentPattern}-(whole|part)\\.gz\\.age$`,
);

export function readChangeName(name: string): Change | null {
  const [, lineage, from, to, ...rest] = changePattern.exec(name) ?? [];
  if (!lineage || !from || !to) return null;
  return {
    lineage,
    from: BigInt(`0x${from}`),
    to: BigInt(`0x${to}`),
    at: readMoment(rest.slice(0, 7)),
    safe: readMoment(rest.slice(7, 14)),
    kind: rest[14] as ChangeKind,
  };
}

/** The restore point that PostgreSQL writes into its log for a round. */
export const pointName = (at: Date) => `keepsake-${at.getTime()}`;
