import { db } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";

const batchSize = 200;

/**
 * CRC-32s of originals. Originals never change, so each checksum is computed once and stored with its item or clip; no
 * later download has to read the file for it.
 */
export class KnownChecksums {
  readonly #crcs: (number | undefined)[];
  #fresh: { id: string; crc: number }[] = [];
  #saving = Promise.resolve();

  constructor(private readonly files: readonly { id: string; crc32: number | null }[]) {
    // The column is signed.
    this.#crcs = files.map(({ crc32 }) => (crc32 === null ? undefined : crc32 >>> 0));
  }

  get(index: number): number | undefined {
    return this.#crcs[index];
  }

  set(index: number, crc: number): void {
    this.#crcs[index] = crc;
    const id = this.files[index]?.id;
    if (id) this.#fresh.push({ id, crc: crc | 0 });
    if (this.#fresh.length >= batchSize) void this.save();
  }

  /** Stores newly computed checksums. If the database is down, the files are simply read again next time. */
  save(): Promise<void> {
    const fresh = this.#fresh;
    this.#fresh = [];
    if (fresh.length > 0) this.#saving = this.#saving.then(() => saveChecksums(fresh).catch(() => {}));
    return this.#saving;
  }
}

async function saveChecksums(fresh: readonly { id: string; crc: number }[]): Promise<void> {
  const ids = fresh.map(({ id }) => id);
  for (const table of [Sql.raw('"Media"'), Sql.raw('"MediaClip"')]) {
    // Rows that are locked by someone else are skipped, so that neither side waits for the other.
    await db.$executeRaw`
      UPDATE ${table} m SET crc32 = learned.crc
      FROM unnest(${ids}::uuid[], ${fresh.map(({ crc }) => crc)}::int[]) AS learned(id, crc)
      WHERE m.id = learned.id AND m.id IN (
        SELECT id FROM ${table} WHERE id = ANY(${ids}::uuid[]) AND crc32 IS NULL
        FOR NO KEY UPDATE SKIP LOCKED)`;
  }
}
