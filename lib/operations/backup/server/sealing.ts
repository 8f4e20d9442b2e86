import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { hashing } from "@/lib/operations/backup/server/folder";
import { BackupError, jobsName, type Manifest } from "@/lib/operations/backup/server/manifest";
import {
  AgeError,
  decryptAge,
  encryptedBytes,
  encryptForAge,
  identitiesIn,
  requireRecipient,
} from "@/lib/platform/encryption/age";
import { freeing } from "@/lib/platform/files/blocks";
import { copyHashing } from "@/lib/platform/storage/disk-file";

// A backup can only be opened by the owners of the public keys that it is made for, not even by this server. The
// manifest and the list of files can be read by anyone, but contain neither names nor pictures.

const readBytes = 1024 * 1024;
const ending = ".age";

/** How a backup's files are written. */
export interface Sealing {
  /** Empty: not encrypted. */
  recipients: readonly string[];
  sealedBytes: (bytes: number) => number;
}

/** @throws BackupError when one isn't a public key */
export async function sealingFor(recipients: readonly string[]): Promise<Sealing> {
  if (recipients.length === 0) return { recipients, sealedBytes: (bytes) => bytes };
  try {
    for (const recipient of recipients) requireRecipient(recipient);
  } catch (error) {
    if (error instanceof AgeError) throw new BackupError(`${error.message}.`, { cause: error });
    throw error;
  }
  return { recipients, sealedBytes: await encryptedBytes(recipients) };
}

export const sealedName = (name: string, { length }: readonly string[]) =>
  length > 0 ? `${name}${ending}` : name;

/**
 * Writes a file of a backup, durably.
 * @returns what it contains, and the hash of what was written
 */
export async function writeSealed(
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
  { recipients }: Sealing,
): Promise<{ bytes: number; sha256: string; sealedSha256?: string }> {
  const plain = hashing(content);
  const sealedHash = createHash("sha256");
  const file = await open(path.join(folder, sealedName(name, recipients)), "w", 0o600);
  try {
    if (recipients.length === 0) await copyHashing(plain.blocks, file, Number.POSITIVE_INFINITY, []);
    else {
      const sealed = freeing(encryptForAge(plain.blocks, recipients));
      await copyHashing(sealed, file, Number.POSITIVE_INFINITY, [sealedHash]);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (recipients.length === 0) return plain.result();
  return { ...plain.result(), sealedSha256: sealedHash.digest("hex") };
}

/** A backup to read from. */
export interface BackupSource {
  folder: string;
  recipients: readonly string[];
  identities: readonly string[];
}

/** @throws Error of the file system; AgeError when it can't be opened, possibly after some bytes */
export function readSealed(
  { folder, recipients, identities }: BackupSource,
  name: string,
): AsyncIterable<Uint8Array> {
  const file = createReadStream(path.join(folder, sealedName(name, recipients)), {
    highWaterMark: readBytes,
  });
  return recipients.length === 0 ? file : decryptAge(file, identities);
}

export async function readSealedText(source: BackupSource, name: string): Promise<string> {
  const blocks: Uint8Array[] = [];
  for await (const block of readSealed(source, name)) blocks.push(block);
  return Buffer.concat(blocks).toString("utf8");
}

async function identitiesOf(keyFile: string): Promise<string[]> {
  const text = await readFile(keyFile, "utf8").catch((error: unknown) => {
    throw new BackupError(`${keyFile} can't be read.`, { cause: error });
  });
  try {
    return identitiesIn(text);
  } catch (error) {
    throw new BackupError(`${keyFile} has no private key in it, which begins with AGE-SECRET-KEY-.`, {
      cause: error,
    });
  }
}

/**
 * Checks that an encrypted backup can be opened, before anything is changed.
 * @param keyFile the file with the private key, as written by age-keygen
 * @throws BackupError with a message for people
 */
export async function openBackup(
  folder: string,
  { encryption }: Manifest,
  keyFile: string | null,
): Promise<BackupSource> {
  const recipients = encryption?.recipients ?? [];
  if (recipients.length === 0) return { folder, recipients, identities: [] };
  if (keyFile === null) {
    throw new BackupError(
      `This backup is encrypted for ${recipients.join(" and ")}. Give the file with the private key: ` +
        "npm run restore -- FOLDER --key FILE",
    );
  }
  const source = { folder, recipients, identities: await identitiesOf(keyFile) };
  try {
    await readSealedText(source, jobsName);
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    throw new BackupError(
      `The key in ${keyFile} doesn't open this backup, which is encrypted for ${recipients.join(" and ")}.`,
      { cause: error },
    );
  }
  return source;
}
