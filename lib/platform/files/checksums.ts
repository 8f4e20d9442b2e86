import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { readBlocks } from "@/lib/platform/files/blocks";

/** Other programs identify a file by these; they protect nothing, which is what SHA-256 is for. */
export interface FileChecksums {
  /** Lower-case hexadecimal. */
  sha1: string;
  /** As a signed number, which PostgreSQL can store. */
  crc32: number;
}

/** Computes checksums while the content passes. */
export class Checksums {
  readonly #sha1 = createHash("sha1");
  #crc32 = 0;

  update(block: Uint8Array): void {
    this.#sha1.update(block);
    this.#crc32 = crc32(block, this.#crc32);
  }

  /** Once, after the last block. */
  result(): FileChecksums {
    return { sha1: this.#sha1.digest("hex"), crc32: this.#crc32 | 0 };
  }
}

/** The checksums of a file. @throws what reading it throws */
export async function checksumsOf(file: string): Promise<FileChecksums> {
  const checksums = new Checksums();
  for await (const block of readBlocks(file)) checksums.update(block);
  return checksums.result();
}
