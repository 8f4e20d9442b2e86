import { readSync } from "node:fs";

/** Reused from one picture to the next: fresh memory for each would use twice as much until it is collected. */
const reusableBytes = 16 * 1024 ** 2;
let room = Buffer.alloc(0);

/** The bytes sent with a request, valid until the next request. Nothing else runs meanwhile, so reading blocks. */
export function readPayload(bytes: number): Buffer {
  if (bytes > room.length && bytes <= reusableBytes) room = Buffer.allocUnsafeSlow(bytes);
  const payload = bytes > reusableBytes ? Buffer.allocUnsafeSlow(bytes) : room.subarray(0, bytes);
  for (let read = 0; read < bytes; ) {
    const got = readSync(0, payload, { offset: read, length: bytes - read });
    if (got === 0) throw new Error("The picture arrived incomplete");
    read += got;
  }
  return payload;
}
