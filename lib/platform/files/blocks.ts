import { createReadStream } from "node:fs";

const blockBytes = 1024 * 1024;

/**
 * Gives a buffer's memory back at once, if it has its own: left to the garbage collector, which looks at everything each
 * time 60 MB of such memory have been used, it costs an upload or a download more than hashing it does. Nobody may read
 * the buffer any more.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  // What shares its memory with others, as Node's small buffers do, is a part of it.
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer && byteLength > 0) buffer.transfer(0);
}

/**
 * Passes on what arrives, and frees each piece when the next is asked for. Bodies of requests come like this: whoever
 * wants to keep a piece copies it.
 */
export async function* freeing(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    yield piece;
    free(piece);
  }
}

/** A file's bytes. Each block can be used until the next is asked for. @throws what reading it throws */
export const readBlocks = (file: string): AsyncGenerator<Uint8Array> =>
  freeing(createReadStream(file, { highWaterMark: blockBytes }));

/** Two blocks of memory, filled in turn with what streams in: while one is written, the other can be filled. Or one. */
export class Blocks {
  readonly #memory: Buffer[] = [];
  readonly #blockBytes: number;
  readonly #count: number;

  constructor(bytes: number, count: 1 | 2 = 2) {
    this.#blockBytes = bytes;
    this.#count = count;
  }

  /**
   * Copies a stream together into whole blocks and a last one of what is left. Each can be used until the one after the
   * next is asked for; with one block, until the next is.
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

  /** Frees the memory. Nobody may use a block any more. */
  free(): void {
    for (const block of this.#memory.splice(0)) if (block) free(block);
  }
}
