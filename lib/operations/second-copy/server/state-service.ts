import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { type CopyTarget, notThere, openTarget } from "@/lib/operations/second-copy/server/target";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { errorCodes } from "@/lib/shared/database-errors";

/** How long any moment can be restored, and how long deleted originals stay in the copy. */
export const retentionDays = 14;
/** If the copy is further behind than this, people are notified. */
export const lateMs = 3_600_000;

const stateSelect = {
  copyId: true,
  recipients: true,
  begunAt: true,
  copiedUntil: true,
  baseAt: true,
  lineage: true,
  problem: true,
  warnedAt: true,
} as const;

export const getSecondCopy = () => db.secondCopy.findUnique({ where: { id: 1 }, select: stateSelect });
export type SecondCopyState = NonNullable<Awaited<ReturnType<typeof getSecondCopy>>>;

const notBegun = () =>
  new SecondCopyError(
    "The second copy hasn't been begun.",
    "Make sure that the disk is mounted, then run npm run second-copy -- --begin once.",
  );

/** @throws SecondCopyError with what to do about it */
export async function requireCopyTarget(): Promise<{ state: SecondCopyState; target: CopyTarget }> {
  if (!env.SECOND_COPY) {
    throw new SecondCopyError("No second copy is set up.", "Set SECOND_COPY (docs/operations.md).");
  }
  const state = await getSecondCopy();
  if (!state?.begunAt) throw notBegun();
  if (env.SECOND_COPY_KEY.length > 0 && [...env.SECOND_COPY_KEY].sort().join() !== state.recipients.join()) {
    throw new SecondCopyError(
      "SECOND_COPY_KEY is not the key that the second copy was begun with.",
      "Set the earlier key again, or begin another copy in a new place.",
    );
  }
  const target = openTarget(env.SECOND_COPY);
  const marker = await asCopyErrors(target, () => target.readMarker());
  if (!marker) throw notThere(target.description);
  if (marker.copyId !== state.copyId) {
    throw new SecondCopyError(
      `${target.description} has the copy of another album, or another copy of this one.`,
      "Correct SECOND_COPY, or choose a new place and run npm run second-copy -- --begin there.",
    );
  }
  return { state, target };
}

function adviceFor(target: CopyTarget, error: StorageError): string {
  if (target.folder === null) return "Check the network, SECOND_COPY and the SECOND_COPY_S3 settings.";
  if (errorCodes(error).includes("EROFS")) {
    return "It is read-only there: mount the disk for writing, and if Keepsake is a systemd service, let it write there (docs/operations.md, Starting).";
  }
  return "Check that the disk is mounted, and that Keepsake may write there.";
}

/** Translates the storage's errors for people. */
export async function asCopyErrors<T>(target: CopyTarget, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (error.code === "full") {
      throw new SecondCopyError(`${target.description} is full.`, "Free some space there.", { cause: error });
    }
    throw new SecondCopyError(
      `${target.description} can't be used: ${error.message}.`,
      adviceFor(target, error),
      { cause: error },
    );
  }
}
