import { closeSync, open, read } from "node:fs";

/** Large enough for nearly every thumbnail, so one read suffices. */
const scratchBytes = 64 * 1024;
const scratches: Buffer[] = [];

/** A file's bytes, in memory that is reused once it is given back. */
export interface SmallFile {
  bytes: Buffer;
  /** Call it once, when the bytes are no longer needed. */
  giveBack: () => void;
}

/**
 * Reads a small file in three system calls, where readFile takes five and a stream more; null if it can't be read.
 * Memory is reused: left to the garbage collector, it takes more CPU than reading and sending.
 */
export function readSmallFile(path: string): Promise<SmallFile | null> {
  return new Promise((resolve) => {
    open(path, (missing, file) => {
      if (missing) return resolve(null);
      readPieces(file, [], (found) => {
        // Closing a file that was only read doesn't wait for a disk; doing it on another thread costs ten times as
        // much.
        closeSync(file);
        resolve(found);
      });
    });
  });
}

function readPieces(file: number, before: Buffer[], done: (found: SmallFile | null) => void): void {
  const scratch = scratches.pop() ?? Buffer.allocUnsafeSlow(scratchBytes);
  const giveBack = () => void scratches.push(scratch);
  read(file, scratch, 0, scratchBytes, null, (failed, length) => {
    if (failed) {
      giveBack();
      return done(null);
    }
    if (before.length === 0 && length < scratchBytes) {
      return done({ bytes: scratch.subarray(0, length), giveBack });
    }
    const pieces = [...before, Buffer.from(scratch.subarray(0, length))];
    giveBack();
    if (length === scratchBytes) return readPieces(file, pieces, done);
    done({ bytes: Buffer.concat(pieces), giveBack: () => {} });
  });
}
