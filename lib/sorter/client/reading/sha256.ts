import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const pieceBytes = 4 * 1_048_576;

/**
 * The SHA-256 of a file, hexadecimal, read in pieces of 4 MiB: a clip of 100 MB is never entirely in memory. The
 * browser's own digest can't be fed in pieces, and is missing on installations without https.
 */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
