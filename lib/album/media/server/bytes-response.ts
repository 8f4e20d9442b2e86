import { createHash } from "node:crypto";
import { planFile } from "@/lib/album/media/server/file-plan";

/** For content that is identified by its hash. */
export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

export interface NamedBytes {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

/** Bytes in memory with the headers of every private file; 304 if the browser has them. */
export function bytesResponse(
  request: Request,
  { bytes, contentType, etag }: NamedBytes,
  changed: Record<string, string> = {},
): Response {
  const file = { key: "", contentType, etag };
  const { status, headers, range } = planFile(file, bytes.length, (name) => request.headers.get(name));
  const body = range && request.method !== "HEAD" ? bytes.subarray(range.start, range.end + 1) : null;
  return new Response(body && new Uint8Array(body), { status, headers: { ...headers, ...changed } });
}
