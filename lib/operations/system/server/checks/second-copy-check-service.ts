import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { env } from "@/lib/env";
import { formatAge } from "@/lib/operations/second-copy/server/age";
import { openWithPassphrase } from "@/lib/operations/second-copy/server/begin-service";
import { isOwnDatabase, waitingLogBytes } from "@/lib/operations/second-copy/server/changes-service";
import { countOriginals } from "@/lib/operations/second-copy/server/originals-service";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import {
  asCopyErrors,
  requireCopyTarget,
  type SecondCopyState,
} from "@/lib/operations/second-copy/server/state-service";
import type { CopyTarget } from "@/lib/operations/second-copy/server/target";
import { isLate } from "@/lib/operations/second-copy/server/warning-service";
import { ok, type SystemCheck, warn, wrong } from "@/lib/operations/system/server/checks/check";
import { recipientOf } from "@/lib/platform/encryption/age";
import { counted } from "@/lib/shared/counted";
import { storageSize } from "@/lib/shared/storage-size";
import { mebibyte } from "@/lib/shared/units";

const name = "second-copy";
/** For the log that PostgreSQL retains; beyond 2 GB it abandons the copy. */
const muchLogBytes = 512 * mebibyte;

async function requireWritable(target: CopyTarget, recipients: readonly string[]): Promise<void> {
  const probe = `checks/${randomUUID()}.age`;
  async function* content() {
    yield Buffer.from(probe);
  }
  await target.put(probe, content(), recipients);
  await target.delete(probe);
}

async function requirePassphrase(target: CopyTarget, { recipients }: SecondCopyState): Promise<void> {
  if (!env.SECOND_COPY_PASSPHRASE) return;
  const identity = await openWithPassphrase(target, env.SECOND_COPY_PASSPHRASE);
  if (recipients.includes(await recipientOf(identity))) return;
  throw new SecondCopyError(
    "The key in the second copy was exchanged.",
    "Begin another copy in a new place.",
  );
}

/**
 * How old the second copy is, and what keeps it from being newer.
 * @param opensKey whether the passphrase is tried, which takes a second and 256 MB
 */
export async function checkSecondCopy({ opensKey = false } = {}): Promise<SystemCheck> {
  if (!env.SECOND_COPY) {
    return ok(name, "None: everything exists once, besides what you back up (SECOND_COPY).");
  }
  try {
    const { state, target } = await requireCopyTarget();
    await asCopyErrors(target, () => requireWritable(target, state.recipients));
    if (opensKey) await asCopyErrors(target, () => requirePassphrase(target, state));
    return (await judge(state, target)) ?? ok(name, await describeCopy(state));
  } catch (error) {
    if (!(error instanceof SecondCopyError)) throw error;
    return wrong(name, error.message, error.advice);
  }
}

async function describeCopy({ copiedUntil, recipients }: SecondCopyState): Promise<string> {
  const age = copiedUntil ? `${formatAge(Date.now() - copiedUntil.getTime())} old.` : "";
  const opens = env.SECOND_COPY_PASSPHRASE
    ? "Only its passphrase opens it: keep that somewhere else, too."
    : `Only the private key of ${recipients.map((key) => `${key.slice(0, 12)}…`).join(" or ")} opens it, which isn't on this server.`;
  return `${age} ${opens}`.trim();
}

/** @returns null when all is well */
async function judge(state: SecondCopyState, target: CopyTarget): Promise<SystemCheck | null> {
  const { copiedUntil, problem } = state;
  const { waiting, missing } = await countOriginals();
  const age = copiedUntil ? formatAge(Date.now() - copiedUntil.getTime()) : null;
  if (await isLate(copiedUntil, new Date())) {
    const advice = problem ?? "Check that a worker is running: WORKER_IN_PROCESS=on, or npm run worker.";
    return wrong(name, `${age} old: it has stopped, or can't keep up.`, advice);
  }
  if (problem) return warn(name, age ? `${age} old.` : "Nothing can be restored from it yet.", problem);
  if (!age) {
    const advice = "It can be restored once everything has been copied; later it is always up to date.";
    return warn(name, `Being filled: ${counted(waiting, "original")} waiting.`, advice);
  }
  const kept = (await isOwnDatabase()) ? await waitingLogBytes() : 0;
  if (kept > muchLogBytes) {
    const advice = "It is sent as soon as possible. At 2 GB the whole database is copied again.";
    return warn(name, `${age} old, with ${storageSize(kept)} of changes waiting.`, advice);
  }
  if (missing > 0) {
    const advice = "The nightly check names them. Restore them from a backup.";
    return warn(
      name,
      `${age} old, without ${counted(missing, "original")} missing from the album itself.`,
      advice,
    );
  }
  const disk = target.folder && (await stat(target.folder)).dev;
  if (disk && disk === (await stat(env.DATA_DIR)).dev) {
    const advice = "When that disk fails, both are gone: use another one.";
    return warn(name, `${age} old, but on the same disk as the album.`, advice);
  }
  return null;
}
