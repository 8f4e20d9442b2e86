import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { keyName } from "@/lib/operations/second-copy/server/names";
import { requeueLostOriginals } from "@/lib/operations/second-copy/server/originals-service";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { asCopyErrors, getSecondCopy } from "@/lib/operations/second-copy/server/state-service";
import { type CopyTarget, type Marker, openTarget } from "@/lib/operations/second-copy/server/target";
import {
  AgeError,
  decryptWithPassphrase,
  encryptWithPassphrase,
  newKeyPair,
  recipientOf,
  requireRecipient,
} from "@/lib/platform/encryption/age";

export interface BegunCopy {
  description: string;
  /** Whether it continues an existing copy of this album. */
  isContinued: boolean;
  /** Whether it is on the very disk whose loss it should protect from. */
  isOnSameDisk: boolean;
}

/**
 * Begins the second copy, or continues the one of this album after a restore. Only started by a person: a folder
 * without our marker may be one whose disk isn't mounted.
 * @throws SecondCopyError
 */
export async function beginSecondCopy(): Promise<BegunCopy> {
  if (!env.SECOND_COPY) {
    throw new SecondCopyError(
      "SECOND_COPY is not set.",
      "Set it to a folder or a bucket (docs/operations.md).",
    );
  }
  const target = openTarget(env.SECOND_COPY);
  if (target.folder && !(await stat(target.folder).catch(() => null))?.isDirectory()) {
    throw new SecondCopyError(
      `There is no folder ${target.folder}.`,
      "Mount the disk and create the folder on it; Keepsake creates none, since it might be on the wrong disk.",
    );
  }
  return asCopyErrors(target, async () => {
    const found = await target.readMarker();
    const state = await getSecondCopy();
    if (found && state?.copyId !== found.copyId) {
      throw new SecondCopyError(
        `${target.description} already has the copy of another album, or another copy of this one.`,
        "Choose an empty place.",
      );
    }
    const marker = found ?? (await newMarker(target));
    if (found) {
      await requireSameKey(target, found);
      await requeueLostOriginals({ target });
    }
    await saveBegun(marker, found !== null);
    return {
      description: target.description,
      isContinued: found !== null,
      isOnSameDisk:
        target.folder !== null && (await deviceOf(target.folder)) === (await deviceOf(env.DATA_DIR)),
    };
  });
}

const deviceOf = async (folder: string) => (await stat(folder)).dev;

async function newMarker(target: CopyTarget): Promise<Marker> {
  const passphrase = env.SECOND_COPY_PASSPHRASE;
  let recipients = [...env.SECOND_COPY_KEY].sort();
  if (passphrase) {
    const { identity, recipient } = await newKeyPair();
    await target.putPlain(keyName, await encryptWithPassphrase(`${identity}\n`, passphrase));
    recipients = [recipient];
  }
  try {
    for (const recipient of recipients) requireRecipient(recipient);
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    throw new SecondCopyError(
      `SECOND_COPY_KEY: ${error.message}.`,
      "Copy it again from age-keygen's output.",
    );
  }
  const marker: Marker = { format: 1, copyId: randomUUID(), recipients };
  // Last, so that no copy begins without its key having been written.
  await target.writeMarker(marker);
  return marker;
}

/** A copy begun for one key and continued for another could be opened by neither alone. */
async function requireSameKey(target: CopyTarget, { recipients }: Marker): Promise<void> {
  const given = env.SECOND_COPY_PASSPHRASE
    ? [await recipientOf(await openWithPassphrase(target, env.SECOND_COPY_PASSPHRASE))]
    : [...env.SECOND_COPY_KEY].sort();
  if (given.join() === recipients.join()) return;
  throw new SecondCopyError(
    `The copy in ${target.description} is encrypted for another key.`,
    "Set the key it was begun with, or choose an empty place.",
  );
}

/** @returns the private key @throws SecondCopyError when the passphrase is wrong */
export async function openWithPassphrase(target: CopyTarget, passphrase: string): Promise<string> {
  const sealed = await target.readPlain(keyName);
  if (!sealed) {
    throw new SecondCopyError(
      `The copy in ${target.description} isn't opened by a passphrase.`,
      "Use the key that it was begun with.",
    );
  }
  try {
    return (await decryptWithPassphrase(sealed, passphrase)).trim();
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    throw new SecondCopyError(
      `The passphrase doesn't open the copy in ${target.description}.`,
      "Check SECOND_COPY_PASSPHRASE: it must be the one that the copy was begun with.",
    );
  }
}

async function saveBegun({ copyId, recipients }: Marker, isContinued: boolean): Promise<void> {
  const fresh = { copiedUntil: null, baseAt: null, lineage: null, problem: null, warnedAt: null };
  const now = { copyId, recipients, begunAt: new Date(), ...fresh };
  await db.$transaction(async (client) => {
    await client.secondCopy.upsert({
      where: { id: 1 },
      create: now,
      update: now,
      select: { id: true },
    });
    // A new place has nothing in it yet.
    if (isContinued) return;
    await client.secondCopyFile.deleteMany({ where: { goneAt: { not: null } } });
    await client.secondCopyFile.updateMany({ data: { copiedAt: null, missingAt: null } });
  });
}
