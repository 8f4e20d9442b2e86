import { close, open, read } from "node:fs";

/** Large enough for nearly every thumbnail, so one read suffices. */
const scratchBytes = 64 * 1024;
const scratches: Buffer[] = [];

/**
 * All of a small file in three system calls, where readFile takes five and a stream more; null when it can't be read.
 */
export function readSmallFile(path: string): Promise<Buffer | null> {
  return new Promise((resolve) => {
    open(path, (missing, file) => {
      if (missing) return resolve(null);
      readPieces(file, [], (bytes) => {
        close(file, () => {});
        resolve(bytes);
      });
    });
  });
}

function readPieces(file: number, before: Buffer[], done: (bytes: Buffer | null) => void): void {
  const scratch = scratches.pop() ?? Buffer.allocUnsafeSlow(scratchBytes);
  read(file, scratch, 0, scratchBytes, null, (failed, length) => {
    // A copy: the scratch buffer is reused by the next reader.
    const piece = Buffer.from(scratch.subarray(0, failed ? 0 : length));
    scratches.push(scratch);
    if (failed) return done(null);
    const pieces = [...before, piece];
    if (length === scratchBytes) return readPieces(file, pieces, done);
    done(pieces.length === 1 ? piece : Buffer.concat(pieces));
  });
}
