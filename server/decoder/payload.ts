import { readSync } from "node:fs";

/** Kept from one picture to the next: fresh memory for each would be twice as much, until it is collected. */
const keptBytes = 16 * 1024 ** 2;
let room = Buffer.alloc(0);

/**
 * The bytes that come with a request, until the next request. Nothing else is done meanwhile, so they are waited for.
 */
export function readPayload(bytes: number): Buffer {
  if (bytes > room.length && bytes <= keptBytes) room = Buffer.allocUnsafeSlow(bytes);
  const payload = bytes > keptBytes ? Buffer.allocUnsafeSlow(bytes) : room.subarray(0, bytes);
  for (let read = 0; read < bytes; ) {
    const got = readSync(0, payload, { offset: read, length: bytes - read });
    if (got === 0) throw new Error("The picture was cut off on its way");
    read += got;
  }
  return payload;
}
