import { createReadStream } from "node:fs";

const blockBytes = 1024 * 1024;

/**
 * Frees a buffer's memory at once, if it isn't shared: left to the garbage collector, which scans everything each time
 * 60 MB of such memory have been used, it costs an upload or a download more than hashing does. The buffer must not be
 * read any more.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  // A buffer that shares its memory, as Node's small ones do, covers only a part of it.
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer && byteLength > 0) buffer.transfer(0);
}

/**
 * Passes on each piece, and frees it when the next is requested. Request bodies arrive this way: a reader that wants to
 * keep a piece has to copy it.
 */
export async function* freeing(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    yield piece;
    free(piece);
  }
}

/** A file's bytes. Each block can be used until the next is requested. @throws what reading it throws */
export const readBlocks = (file: string): AsyncGenerator<Uint8Array> =>
  freeing(createReadStream(file, { highWaterMark: blockBytes }));

/** Two blocks of memory (or one), filled in turn from a stream: while one is written, the other can be filled. */
export class Blocks {
  readonly #memory: Buffer[] = [];
  readonly #blockBytes: number;
  readonly #count: number;

  constructor(bytes: number, count: 1 | 2 = 2) {
    this.#blockBytes = bytes;
    this.#count = count;
  }

  /**
   * Gathers a stream into full blocks and a last one with the rest. Each can be used until the one after the next is
   * requested; with a single block, until the next is.
   */
  async *gather(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    let turn = 0;
    let filled = 0;
    for await (const piece of source) {
      for (let at = 0; at < piece.length; ) {
        const block = this.#block(turn);
        const end = Math.min(piece.length, at + this.#blockBytes - filled);
        block.set(piece.subarray(at, end), filled);
        filled += end - at;
        at = end;
        if (filled < this.#blockBytes) continue;
        yield block;
        turn = (turn + 1) % this.#count;
        filled = 0;
      }
    }
    if (filled > 0) yield this.#block(turn).subarray(0, filled);
  }

  #block(turn: number): Buffer {
    this.#memory[turn] ??= Buffer.allocUnsafeSlow(this.#blockBytes);
    return this.#memory[turn];
  }

  /** Frees the memory. Blocks must not be used any more. */
  free(): void {
    for (const block of this.#memory.splice(0)) if (block) free(block);
  }
}
