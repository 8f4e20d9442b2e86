import { createHash } from "node:crypto";
import { z } from "zod";

/** Version of the folder's layout; readers refuse unknown ones. The second one is encrypted. */
export const backupFormats = [1, 2] as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

export const manifestSchema = z.object({
  format: z.literal(backupFormats),
  /** The version of Keepsake that made it. */
  version: z.string(),
  createdAt: z.string(),
  /** The public keys of those who can open its files, which end in .age; absent if anyone can. */
  encryption: z.object({ recipients: z.array(z.string()).min(1) }).optional(),
  /** Every migration of its database, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: count,
      sha256: hash,
    }),
  ),
  sequences: z.array(
    z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
  /** Background jobs that were waiting. */
  jobs: z.object({ rows: count, sha256: hash }),
  files: z.object({ count, bytes: count, listSha256: hash }),
  /** Files of the data folder that belong to the album: keys, always with their hash. */
  secrets: z.array(z.object({ name: z.string(), sha256: hash })),
  /** Faults that the album had already; it is backed up as it is. */
  faults: z.object({ missing: z.array(z.string()), altered: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpTable = Manifest["tables"][number];

export const manifestName = "manifest.json";
export const manifestHashName = "manifest.sha256";
export const fileListName = "files.jsonl";
export const jobsName = "jobs.jsonl";

export const backedUpFileSchema = z.object({
  key: z.string(),
  bytes: count,
  sha256: hash,
  /** The hash of the file as it is in the backup, if it is encrypted. */
  sealedSha256: hash.optional(),
});
/** One line of the list of files. */
export type BackedUpFile = z.infer<typeof backedUpFileSchema>;

export const sha256Of = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** A problem with a backup or a restore that a person can solve. */
export class BackupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "BackupError";
  }
}

/**
 * Reads a manifest and checks it against the hash beside it.
 * @throws BackupError with a message for people
 */
export function parseManifest(text: string, expectedHash: string): Manifest {
  if (sha256Of(text) !== expectedHash.trim()) {
    throw new BackupError(`${manifestName} is damaged: it doesn't match ${manifestHashName}.`);
  }
  const { format } = z.object({ format: z.unknown() }).parse(JSON.parse(text));
  if (!backupFormats.some((known) => known === format)) {
    throw new BackupError(
      `This backup has format ${String(format)}, and this Keepsake reads formats ${backupFormats.join(" and ")}. ` +
        "Restore it with the version that made it, or a newer one.",
    );
  }
  const result = manifestSchema.safeParse(JSON.parse(text));
  if (!result.success) throw new BackupError(`${manifestName} is not a manifest: ${result.error.message}`);
  return result.data;
}
