import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, link, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { makeFolder, writeFully } from "@/lib/platform/storage/disk-file";
import { type AssemblyPlan, StorageError } from "@/lib/platform/storage/storage-driver";

/** One record per chunk in the map next to the data: 64-bit offset, 64-bit length. */
const recordBytes = 16;

async function openForUpdate(file: string): Promise<FileHandle> {
  return open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
}

/**
 * Chunks of an upload on disk: one sparse file that becomes the object by a rename, and a map that says which parts of
 * it were written, since a hole reads as zeros.
 */
export class DiskStaging {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  dataPath(uploadId: string): string {
    return path.join(this.folder, `${uploadId}.data`);
  }

  mapPath(uploadId: string): string {
    return path.join(this.folder, `${uploadId}.map`);
  }

  async writeChunk(uploadId: string, chunkIndex: number, offset: number, bytes: Uint8Array): Promise<void> {
    await makeFolder(this.folder);
    const data = await openForUpdate(this.dataPath(uploadId));
    try {
      await writeFully(data, [bytes], offset);
      await data.datasync();
    } finally {
      await data.close();
    }
    // After the data, and without its own fsync: a power cut may lose the record of a chunk, which assemble
    // reports as incomplete; it can never vouch for bytes that didn't reach the disk.
    const record = Buffer.alloc(recordBytes);
    record.writeBigUInt64BE(BigInt(offset), 0);
    record.writeBigUInt64BE(BigInt(bytes.length), 8);
    const map = await openForUpdate(this.mapPath(uploadId));
    try {
      await writeFully(map, [record], chunkIndex * recordBytes);
    } finally {
      await map.close();
    }
  }

  /** @throws StorageError "incomplete" unless the chunks lie end to end and cover exactly `plan.bytes`. */
  async checkComplete(uploadId: string, data: FileHandle, plan: AssemblyPlan): Promise<void> {
    const map = await open(this.mapPath(uploadId));
    let records: Buffer;
    try {
      records = await map.readFile();
    } finally {
      await map.close();
    }
    let end = 0;
    for (let index = 0; index < plan.chunkCount; index += 1) {
      const at = index * recordBytes;
      const length = at + recordBytes <= records.length ? Number(records.readBigUInt64BE(at + 8)) : 0;
      if (length === 0 || Number(records.readBigUInt64BE(at)) !== end) {
        throw new StorageError("incomplete", `Chunk ${index} of ${plan.chunkCount} is missing or misplaced`);
      }
      end += length;
    }
    const { size } = await data.stat();
    if (end !== plan.bytes || size !== plan.bytes) {
      throw new StorageError("incomplete", `The chunks hold ${Math.max(end, size)} bytes, not ${plan.bytes}`);
    }
  }

  async drop(uploadId: string): Promise<void> {
    await rm(this.dataPath(uploadId), { force: true });
    await rm(this.mapPath(uploadId), { force: true });
  }
}

const isSameFile = (one: BigIntStats, other: BigIntStats) => one.ino === other.ino && one.dev === other.dev;

/**
 * Gives a finished file its name, never over another: link fails where rename would replace. Can be repeated after a
 * crash.
 * @returns false when the name belongs to another file
 */
export async function linkOnce(file: string, target: string): Promise<boolean> {
  try {
    await link(file, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return isSameFile(await stat(file, { bigint: true }), await stat(target, { bigint: true }));
  }
}
