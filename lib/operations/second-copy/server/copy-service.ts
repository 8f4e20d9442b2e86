import { setTimeout as delay } from "node:timers/promises";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { logError } from "@/lib/http/log";
import { copyBase } from "@/lib/operations/second-copy/server/base-service";
import {
  beginPoint,
  dropUnusedSlots,
  isOwnDatabase,
  type Point,
  sendChanges,
} from "@/lib/operations/second-copy/server/changes-service";
import { linesFolder, snapshotsFolder } from "@/lib/operations/second-copy/server/names";
import {
  copyOriginals,
  removeGoneOriginals,
  removeUnknownOriginals,
} from "@/lib/operations/second-copy/server/originals-service";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { expiredNames } from "@/lib/operations/second-copy/server/retention";
import { copySnapshot } from "@/lib/operations/second-copy/server/snapshot-service";
import {
  asCopyErrors,
  getSecondCopy,
  requireCopyTarget,
  retentionDays,
  type SecondCopyState,
} from "@/lib/operations/second-copy/server/state-service";
import type { CopyTarget } from "@/lib/operations/second-copy/server/target";
import { warnWhenLate } from "@/lib/operations/second-copy/server/warning-service";
import { withLock } from "@/lib/platform/locks";
import { dayMs } from "@/lib/shared/units";

/**
 * From the start of one round to the next: including the round itself, a copy is at most a minute old. Tests shorten
 * it.
 */
export const pace = { roundMs: 20_000 };
/** How long a round copies originals if there are more, so that the changes get their turn, too. */
const originalsMs = 15_000;
/** A restore replays the changes since the last base: a day's at most. */
const baseEveryMs = dayMs;

const lock = "second-copy";

interface Round {
  state: SecondCopyState;
  target: CopyTarget;
  recipients: string[];
  signal: AbortSignal;
}

/** This process's progress. */
interface Progress {
  base: Promise<void> | null;
  tidiedAt: number;
}

/**
 * Copies what has been added since the last round.
 * @throws SecondCopyError when the place can't be used, and other errors
 */
async function copyRound(signal: AbortSignal, progress: Progress): Promise<void> {
  const { state, target } = await requireCopyTarget();
  const round: Round = { state, target, recipients: state.recipients, signal };
  await asCopyErrors(target, async () => {
    const point = (await isOwnDatabase()) ? await beginPoint() : null;
    const waitingSince = await copyOriginals(round, Date.now() + originalsMs);
    if (signal.aborted) return;
    const until = point
      ? await copyChanges(round, point, waitingSince, progress)
      : await copyRows(state, round, waitingSince);
    const isNewer = until && (state.copiedUntil === null || until > state.copiedUntil);
    await db.secondCopy.updateMany({ data: { problem: null, ...(isNewer ? { copiedUntil: until } : {}) } });
    await removeGoneOriginals(round);
    if (Date.now() - progress.tidiedAt > dayMs) {
      progress.tidiedAt = Date.now();
      await tidy(target);
    }
  });
}

/**
 * @param waitingSince when the oldest original that isn't in the copy yet was added
 * @returns the moment that can be restored now; null until there is a base for it
 */
async function copyChanges(
  round: Round,
  point: Point,
  waitingSince: Date | null,
  progress: Progress,
): Promise<Date | null> {
  const { state } = round;
  // A row is dated when its transaction begins, rounded to a millisecond: earlier commits have all their originals.
  const safe = new Date(Math.min(point.settledAt.getTime(), (waitingSince?.getTime() ?? Infinity) - 1));
  const { lineage } = point.slot;
  const hasBase = state.lineage === lineage && state.baseAt !== null;
  await sendChanges(point, safe, round);
  const isDue = !hasBase || Date.now() - (state.baseAt?.getTime() ?? 0) > baseEveryMs;
  // Alongside the rounds: while a large database is copied, its changes are, too.
  if (isDue && !progress.base) {
    progress.base = withLock(`${lock}-base`, { wait: false }, () => copyBase(lineage, round, !hasBase))
      .then(
        () => undefined,
        (error: unknown) => (round.signal.aborted ? undefined : recordProblem(error)),
      )
      .finally(() => {
        progress.base = null;
      });
  }
  return hasBase && state.baseAt && safe > state.baseAt ? safe : null;
}

async function copyRows(
  state: SecondCopyState,
  round: Round,
  waitingSince: Date | null,
): Promise<Date | null> {
  const everyMs = env.SECOND_COPY_SNAPSHOT_MINUTES * 60_000;
  const isWhole = state.baseAt !== null && (waitingSince === null || waitingSince > state.baseAt);
  // Some originals of a new snapshot may still be missing: the next round copies them, and reports it.
  if (!state.baseAt || Date.now() - state.baseAt.getTime() >= everyMs) await copySnapshot(round);
  return isWhole ? state.baseAt : null;
}

async function tidy(target: CopyTarget): Promise<void> {
  const names: string[] = [];
  for (const folder of [linesFolder, snapshotsFolder]) {
    for await (const { key } of target.list(folder)) names.push(key);
  }
  const now = new Date();
  const limit = new Date(now.getTime() - retentionDays * dayMs);
  for (const name of expiredNames(names, limit, now)) await target.delete(name);
  await removeUnknownOriginals({ target });
  await target.removeStaleTemporaries();
}

async function recordProblem(error: unknown): Promise<void> {
  const isKnown = error instanceof SecondCopyError;
  if (!isKnown) logError(error, { part: "second-copy" });
  const problem = isKnown
    ? `${error.message} ${error.advice}`
    : `Copying failed: ${(error as Error).message.split("\n")[0]}`;
  // While the database is down, there is nothing to copy and nowhere to record it.
  await db.secondCopy.updateMany({ data: { problem: problem.slice(0, 500) } }).catch(() => {});
}

/** One round, unless another process is in the middle of one. */
export async function runRound(signal: AbortSignal, progress: Progress): Promise<void> {
  try {
    await withLock(lock, { wait: false }, () => copyRound(signal, progress));
  } catch (error) {
    if (!signal.aborted) await recordProblem(error);
  }
  await warnWhenLate().catch((error) => logError(error, { part: "second-copy" }));
}

/** Copies everything once and waits for it. For commands, which have no worker. @throws SecondCopyError */
export async function copyOnce(): Promise<void> {
  const progress: Progress = { base: null, tidiedAt: Date.now() };
  const signal = new AbortController().signal;
  const startedAt = new Date();
  for (;;) {
    await withLock(lock, {}, () => copyRound(signal, progress));
    await progress.base;
    const state = await getSecondCopy();
    if (state?.problem) throw new SecondCopyError(state.problem, "");
    if (state?.copiedUntil && (state.copiedUntil >= startedAt || !(await isOwnDatabase()))) return;
  }
}

/** Keeps the second copy up to date until stopped. */
export function startSecondCopy(): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const progress: Progress = { base: null, tidiedAt: 0 };
  const run = async () => {
    if (!env.SECOND_COPY) return dropUnusedSlots().catch(() => {});
    while (!signal.aborted) {
      const next = Date.now() + pace.roundMs;
      await runRound(signal, progress);
      await delay(Math.max(1_000, next - Date.now()), undefined, { signal }).catch(() => {});
    }
    await progress.base;
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
