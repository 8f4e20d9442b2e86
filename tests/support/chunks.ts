import { type Answer, call } from "@/tests/support/call";
import type { Person } from "@/tests/support/factories";

/** Specification 9.4. */
export const chunkBytes = 1_048_576;

export interface Progress {
  uploadId: string;
  received: number[];
  totalChunks: number;
  partBytes: number;
}

const base = "/api/media/chunked-upload";

export function initUpload(
  person: Person,
  uploadId: string,
  fileSize: number,
  change: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer<Progress>> {
  const json = {
    fileName: "film.mp4",
    fileSize,
    totalChunks: Math.ceil(fileSize / chunkBytes),
    uploadId,
    year: 2024,
    month: 7,
    description: "The #regatta",
    ...change,
  };
  return call<Progress>("POST", `${base}/init`, { cookie: person.cookie, json, headers });
}

export const chunkOf = (content: Buffer, index: number) =>
  content.subarray(index * chunkBytes, (index + 1) * chunkBytes);

/** As in the specification: a data URL inside JSON. */
export function sendChunk(
  person: Person,
  uploadId: string,
  chunkIndex: number,
  bytes: Buffer,
): Promise<Answer<Progress>> {
  const chunkData = `data:application/octet-stream;base64,${bytes.toString("base64")}`;
  const json = { uploadId, chunkIndex, chunkData };
  return call<Progress>("POST", `${base}/chunk`, { cookie: person.cookie, json });
}

/** As raw bytes: a chunk, or a run of them. */
export function sendRawChunk(
  person: Person,
  uploadId: string,
  chunkIndex: number,
  bytes: Buffer,
): Promise<Answer<Progress>> {
  const query = new URLSearchParams({ uploadId, chunkIndex: String(chunkIndex) });
  return call<Progress>("POST", `${base}/chunk?${query}`, {
    cookie: person.cookie,
    body: new Uint8Array(bytes),
    type: "application/octet-stream",
  });
}

export function completeUpload<T = { id: string; storagePath: string }>(
  person: Person,
  uploadId: string,
): Promise<Answer<T>> {
  return call<T>("POST", `${base}/complete`, { cookie: person.cookie, json: { uploadId } });
}

export function cancelUpload(person: Person, uploadId: string): Promise<Answer> {
  return call("POST", `${base}/cancel`, { cookie: person.cookie, json: { uploadId } });
}

export function askProgress(person: Person, uploadId: string): Promise<Answer<Progress>> {
  return call<Progress>("GET", `${base}/${encodeURIComponent(uploadId)}`, { cookie: person.cookie });
}
