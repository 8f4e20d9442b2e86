import { createHash } from "node:crypto";
import { boundaryOf } from "@/lib/http/multipart";

/**
 * Hashes the bytes of a request's body as they are read, whatever reads them. A client chooses a form's boundary at
 * random each time it sends the same form.
 * @returns the hash of what has been read so far, excluding a form's boundaries
 */
export function hashBodyAsRead(request: Request): () => string {
  const hash = createHash("sha256");
  const { body } = request;
  if (!body) return () => hash.copy().digest("hex");
  const boundary = boundaryOf(request);
  /** The tail of what has arrived, in which a boundary may begin. */
  let rest = Buffer.alloc(0);
  function add(piece: Uint8Array): void {
    if (!boundary) return void hash.update(piece);
    rest = Buffer.concat([rest, piece]);
    for (let at = rest.indexOf(boundary); at !== -1; at = rest.indexOf(boundary)) {
      hash.update(rest.subarray(0, at));
      rest = rest.subarray(at + boundary.length);
    }
    const known = Math.max(0, rest.length - boundary.length + 1);
    hash.update(rest.subarray(0, known));
    rest = rest.subarray(known);
  }
  async function* pieces() {
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      add(piece);
      yield piece;
    }
  }
  Object.defineProperty(request, "body", { value: { [Symbol.asyncIterator]: pieces } });
  return () => hash.copy().update(rest).digest("hex");
}
