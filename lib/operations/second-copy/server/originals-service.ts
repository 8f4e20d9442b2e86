import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { databasePool, db } from "@/lib/db";
import { originalName, originalsFolder } from "@/lib/operations/second-copy/server/names";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { getSecondCopy, retentionDays } from "@/lib/operations/second-copy/server/state-service";
import type { CopyTarget } from "@/lib/operations/second-copy/server/target";
import { freeing } from "@/lib/platform/files/blocks";
import { getStorage } from "@/lib/platform/storage/storage";
import { dayMs, hourMs } from "@/lib/shared/units";

const atOnce = 50;
/**
 * If more than a few are waiting, this many are copied into a bucket at a time, since it serves several as fast as one.
 * A disk doesn't.
 */
const few = 10;
const catchingUp = 4;

/** People count as uploading if something arrived within this time. */
const uploadingMs = 5_000;
/** Uploads come first, but an original that has waited this long must not become a minute old. */
const mostPatientMs = 30_000;
/** While people upload, copying rests this many times as long as it works. */
const restFactor = 2;
const longestRestMs = 2_000;
/**
 * How often to check whether people still upload: a film takes as long as a hundred photos, and they may have stopped
 * meanwhile.
 */
const askEveryMs = 1_000;

class OriginalChanged extends Error {}
class OriginalUnreadable extends Error {}

/** Tells what fails in the album's own storage from what fails in the copy. */
async function* readOriginal(key: string): AsyncGenerator<Uint8Array> {
  try {
    yield* freeing(await getStorage().read(key));
  } catch (cause) {
    throw new OriginalUnreadable(undefined, { cause });
  }
}

/** An unmounted disk doesn't mean that its originals are missing. */
async function requireAlbumStorage(): Promise<void> {
  await getStorage()
    .ready()
    .catch((cause: unknown) => {
      throw new SecondCopyError(
        "The album's own photo storage can't be used.",
        "Check that its disk is mounted, or that its bucket can be reached.",
        { cause },
      );
    });
}

/**
 * Passes an original through and fails at its end if it isn't what was uploaded, so that it doesn't get into the copy.
 */
async function* verified(
  source: AsyncIterable<Uint8Array>,
  sha256: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const block of source) {
    signal.throwIfAborted();
    hash.update(block);
    yield block;
  }
  if (hash.digest("hex") !== sha256) throw new OriginalChanged();
}

interface Place {
  target: CopyTarget;
  recipients: readonly string[];
  /** The worker is stopping. */
  signal: AbortSignal;
}

/**
 * @returns whether it is in the copy now; false when it is missing, can't be read, or isn't what was uploaded
 * @throws SecondCopyError when the album's whole storage is away
 */
async function copyOriginal(
  { target, recipients, signal }: Place,
  key: string,
  sha256: string,
): Promise<boolean> {
  const name = originalName(key);
  try {
    if (!name) throw new OriginalChanged();
    await target.put(name, verified(readOriginal(key), sha256, signal), recipients);
  } catch (error) {
    if (error instanceof OriginalUnreadable) await requireAlbumStorage();
    else if (!(error instanceof OriginalChanged)) throw error;
    return false;
  }
  return true;
}

/** Many in one statement, because each one waits for the disk that uploads are using. */
async function recordCopied(copied: readonly string[], missing: readonly string[]): Promise<void> {
  const now = new Date();
  const among = (keys: readonly string[]) => ({ where: { key: { in: [...keys] } } });
  if (copied.length > 0) {
    await db.secondCopyFile.updateMany({ ...among(copied), data: { copiedAt: now, missingAt: null } });
  }
  if (missing.length > 0) await db.secondCopyFile.updateMany({ ...among(missing), data: { missingAt: now } });
}

/** The database's clock, which also dates the rows; rounded up, as their dates may be. */
async function clock(): Promise<Date> {
  const { rows } = await databasePool().query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return new Date((rows[0]?.now.getTime() ?? Date.now()) + 2);
}

/** Originals that are missing or can't be read now are retried every hour. */
const isWaiting = (begunAt: Date) => ({
  copiedAt: null,
  goneAt: null,
  addedAt: { lte: begunAt },
  OR: [{ missingAt: null }, { missingAt: { lt: new Date(Date.now() - hourMs) } }],
});

/** Whether people are uploading, and should have the disk and the cores to themselves most of the time. */
export async function canRest(oldest: Date, now: Date): Promise<boolean> {
  if (now.getTime() - oldest.getTime() > mostPatientMs) return false;
  const newest = await db.secondCopyFile.findFirst({
    where: { copiedAt: null },
    select: { addedAt: true },
    orderBy: { addedAt: "desc" },
  });
  return newest !== null && now.getTime() - newest.addedAt.getTime() < uploadingMs;
}

/**
 * Copies originals one at a time, so that uploads keep the disk and the network to themselves; a few at once into a
 * bucket when there are many, to catch up. Originals added meanwhile wait for the next round: otherwise a round
 * wouldn't end while people upload.
 * While people upload, it rests most of the time, because a busy disk or core slows them down.
 * @param until when to stop, so that the database gets its turn
 * @returns when the oldest original that is still to be copied was added; null when there is none
 */
export async function copyOriginals(place: Place, until: number): Promise<Date | null> {
  const begunAt = await clock();
  for (;;) {
    const waiting = await db.secondCopyFile.findMany({
      where: isWaiting(begunAt),
      select: { key: true, sha256: true, addedAt: true },
      orderBy: { addedAt: "asc" },
      take: atOnce,
    });
    if (waiting.length === 0) return null;
    const { addedAt } = waiting[0] ?? { addedAt: begunAt };
    if (place.signal.aborted || Date.now() > until) return addedAt;
    const lanes = place.target.folder === null && waiting.length > few ? catchingUp : 1;
    const [copied, missing]: [string[], string[]] = [[], []];
    let [askedAt, rests] = [0, false];
    const copyOn = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const startedAt = Date.now();
        const isCopied = await copyOriginal(place, next.key, next.sha256);
        (isCopied ? copied : missing).push(next.key);
        if (place.signal.aborted || Date.now() > until) return;
        const workedMs = Date.now() - startedAt;
        if (Date.now() - askedAt >= askEveryMs) {
          rests = await canRest(addedAt, await clock());
          askedAt = Date.now();
        }
        if (rests) await delay(Math.min(workedMs * restFactor, longestRestMs));
      }
    };
    // What one lane has copied counts even if another fails, so all of them have to end first.
    const ended = await Promise.allSettled(Array.from({ length: lanes }, copyOn));
    await recordCopied(copied, missing);
    for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
  }
}

/** Removes deleted originals that no restorable moment refers to any more. */
export async function removeGoneOriginals(
  { target }: Pick<Place, "target">,
  now = new Date(),
): Promise<void> {
  const limit = new Date(now.getTime() - (retentionDays + 1) * dayMs);
  const gone = await db.secondCopyFile.findMany({
    where: { goneAt: { lt: limit } },
    select: { key: true },
    take: atOnce,
  });
  for (const { key } of gone) {
    const name = originalName(key);
    if (name) await target.delete(name);
    await db.secondCopyFile.deleteMany({ where: { key, goneAt: { not: null } } });
  }
}

/**
 * Removes originals that no row knows: they were added after a moment that has since been restored. What was copied
 * before that restore can be restored for 14 days more, and needs them; the copy was continued after it.
 */
export async function removeUnknownOriginals(
  { target }: Pick<Place, "target">,
  now = new Date(),
): Promise<void> {
  const limit = new Date(now.getTime() - (retentionDays + 1) * dayMs);
  const state = await getSecondCopy();
  if (!state?.begunAt || state.begunAt >= limit) return;
  const rows = await db.secondCopyFile.findMany({ select: { key: true } });
  const known = new Set(rows.map(({ key }) => originalName(key)));
  for await (const { key, modifiedAt } of target.list(originalsFolder)) {
    if (!known.has(key) && modifiedAt < limit) await target.delete(key);
  }
}

/**
 * Has originals copied again that a row says are in the copy and that aren't: a restored backup may be older than their
 * removal.
 */
export async function requeueLostOriginals({ target }: Pick<Place, "target">): Promise<void> {
  const there = new Set<string>();
  for await (const { key } of target.list(originalsFolder)) there.add(key);
  const rows = await db.secondCopyFile.findMany({
    where: { copiedAt: { not: null } },
    select: { key: true },
  });
  const lost = rows.filter(({ key }) => !there.has(originalName(key) ?? "")).map(({ key }) => key);
  for (let at = 0; at < lost.length; at += atOnce) {
    const some = lost.slice(at, at + atOnce);
    await db.secondCopyFile.updateMany({ where: { key: { in: some } }, data: { copiedAt: null } });
  }
}

export async function countOriginals(): Promise<{ waiting: number; missing: number }> {
  const [waiting, missing] = await Promise.all([
    db.secondCopyFile.count({ where: { copiedAt: null, goneAt: null, missingAt: null } }),
    db.secondCopyFile.count({ where: { copiedAt: null, goneAt: null, missingAt: { not: null } } }),
  ]);
  return { waiting, missing };
}
