import { createHash, randomUUID } from "node:crypto";
import type { Album } from "@/cli/album";
import { Refusal } from "@/cli/failures";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { formBody } from "@/lib/album/uploads/client/form-body";
import type { FileKind } from "@/lib/album/uploads/file-rules";
import type { UploadProgressDto } from "@/lib/album/uploads/schema";
import { chunkBytesOf, chunkCountOf, chunkedUploadThresholdBytes } from "@/lib/shared/upload-limits";

export interface FileToSend {
  file: File;
  sha256: string;
  kind: FileKind;
  year: number;
  month: number;
  familyId: string;
}

const root = "/api/media/chunked-upload";
/** For a file that the server asks for again because a power cut lost parts of it. */
const maxRounds = 3;

type OnSent = (bytes: number) => void;

async function sendWhole(album: Album, { file, kind, year, month }: FileToSend): Promise<MediaItemDto> {
  // The same for every attempt, so that the server creates only one item.
  const key = randomUUID();
  const bytes = new Blob([await file.arrayBuffer()]);
  const fields = { fileName: file.name, fileType: kind, year, month };
  const { body, type } = formBody(key, fields, { field: "fileData", bytes, type: file.type });
  const headers = { "Idempotency-Key": key, "Content-Type": type };
  const request = { body: () => body, headers, bytes: file.size };
  return (await album.send<MediaItemDto>("POST", "/api/media", request)).body;
}

/** Runs of missing chunks, each as long as one call allows: the first chunk's index, and the byte range. */
export function* missingRuns(
  size: number,
  { received, partBytes }: Pick<UploadProgressDto, "received" | "partBytes">,
): Generator<{ index: number; from: number; to: number }> {
  const chunk = chunkBytesOf(size);
  const there = new Set(received);
  const most = Math.max(1, Math.floor(partBytes / chunk));
  for (let index = 0; index < chunkCountOf(size); ) {
    let end = index;
    while (end < chunkCountOf(size) && end - index < most && !there.has(end)) end++;
    if (end > index) yield { index, from: index * chunk, to: Math.min(size, end * chunk) };
    index = Math.max(end, index + 1);
  }
}

export interface Calls {
  /** Starts the upload, or returns what has already arrived. */
  begin: { path: string; json: object };
  /** Returns the result. */
  complete: string;
}

/** Sends the missing parts of a file, whose upload has this id on the server. @throws Refusal */
export async function sendChunks<T>(
  album: Album,
  { file, uploadId }: { file: File; uploadId: string },
  { begin, complete }: Calls,
  onSent: OnSent,
): Promise<T> {
  const { name: fileName, size: fileSize } = file;
  const json = { ...begin.json, uploadId, fileName, fileSize, totalChunks: chunkCountOf(fileSize) };
  for (let round = 1; ; round++) {
    const { body: progress } = await album.send<UploadProgressDto>("POST", begin.path, { json });
    let missing = 0;
    for (const { index, from, to } of missingRuns(fileSize, progress)) {
      const query = new URLSearchParams({ uploadId, chunkIndex: String(index) });
      missing += to - from;
      await album.send("POST", `${root}/chunk?${query}`, {
        body: () => file.slice(from, to),
        headers: { "Content-Type": "application/octet-stream" },
        bytes: to - from,
      });
      onSent(to - from);
    }
    if (round === 1) onSent(fileSize - missing);
    try {
      return (await album.send<T>("POST", complete, { json: { uploadId } })).body;
    } catch (error) {
      const isIncomplete = error instanceof Refusal && error.code === "upload_incomplete";
      if (!isIncomplete || round === maxRounds) throw error;
    }
  }
}

/**
 * Whether the upload with this id is over on the server: its item was deleted since, or its file was a different one.
 */
const isOver = (error: unknown) =>
  error instanceof Refusal &&
  (error.status === 404 || ["upload_changed", "chunk_changed"].includes(error.code));

async function sendInChunks(album: Album, sending: FileToSend, onSent: OnSent): Promise<MediaItemDto> {
  const { sha256, familyId, year, month, file } = sending;
  // Deterministic, so that it is the same after kill -9 and on any machine.
  const identity = JSON.stringify([familyId, sha256, year, month, file.name]);
  const uploadId = `cli-${createHash("sha256").update(identity).digest("hex")}`;
  const calls = { begin: { path: `${root}/init`, json: { year, month } }, complete: `${root}/complete` };
  try {
    return await sendChunks<MediaItemDto>(album, { file, uploadId }, calls, onSent);
  } catch (error) {
    if (!isOver(error)) throw error;
    await album.send("POST", `${root}/cancel`, { json: { uploadId } }).catch(() => {});
    return sendChunks(album, { file, uploadId: `${uploadId}-${randomUUID()}` }, calls, () => {});
  }
}

/** Sends a file, or its missing parts. @throws Refusal */
export async function sendFile(album: Album, sending: FileToSend, onSent: OnSent): Promise<MediaItemDto> {
  if (sending.file.size > chunkedUploadThresholdBytes) return sendInChunks(album, sending, onSent);
  const item = await sendWhole(album, sending);
  onSent(sending.file.size);
  return item;
}
