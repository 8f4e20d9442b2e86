import { randomBytes } from "node:crypto";

export const pieceBytes = 1024 * 1024;
/** The largest clip that is accepted. */
export const clipBytes = 100 * pieceBytes;

/** The start of an MP4; the upload checks nothing further. */
const head = Buffer.concat([
  Buffer.from([0, 0, 0, 32]),
  Buffer.from("ftypisom"),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from("isomiso2avc1mp41"),
]);
const noise = randomBytes(pieceBytes);

/**
 * A clip's bytes in pieces of 1 MiB, another clip for each seed.
 * @param {number} seed
 * @param {{ first?: number, count?: number }} [which] pieces of it; else all
 */
export function* clipPieces(seed, { first = 0, count = clipBytes / pieceBytes } = {}) {
  const end = Math.min(clipBytes, (first + count) * pieceBytes);
  for (let at = first * pieceBytes; at < end; at += pieceBytes) {
    const piece = Buffer.from(noise);
    if (at === 0) head.copy(piece);
    piece.writeUInt32BE(seed, 64);
    piece.writeUInt32BE(at / pieceBytes, 68);
    yield piece;
  }
}
