import type { MediaItemDto } from "@/lib/album/media/schema";
import { isOffline, waitForNetwork } from "@/lib/album/uploads/client/network-patience";
import { postJson, type UploadAnswer } from "@/lib/album/uploads/client/post-json";
import { readAsDataUrl } from "@/lib/album/uploads/client/read-file";
import { codeOf, itemOf, receivedOf, requireChunkedSuccess } from "@/lib/album/uploads/client/upload-answer";
import type { UploadContext, UploadTarget } from "@/lib/album/uploads/client/upload-context";
import { NetworkError, UploadCancelledError } from "@/lib/album/uploads/client/upload-errors";
import { chunkedPercent, chunksDonePercent } from "@/lib/album/uploads/upload-progress";
import { apiRequest } from "@/lib/http/api-client";
import { ApiError } from "@/lib/http/api-error";
import { chunkBytes } from "@/lib/shared/upload-limits";

const root = "/api/media/chunked-upload";

/** About a minute without an answer from the server; while the device knows it is offline, waiting isn't counted. */
const maxNetworkRetries = 14;
const maxServerRetries = 3;
const maxWaitMs = 30_000;

export interface ChunkedUpload extends UploadTarget {
  file: File;
  /** File name and start time (specification 3); an upload with the same id resumes where it stopped. */
  uploadId: string;
  /** Begun before: ask first what has arrived. */
  isContinued: boolean;
}

interface Step {
  /** "Init failed", "Chunk upload failed", "Complete failed": specification 8.4. */
  failure: string;
  path: string;
  body: unknown;
  onSent?: (fraction: number) => void;
}

const isTemporary = ({ status }: UploadAnswer) => status >= 500 && status !== 507;

/** One call of the flow, retried while the network or the server is down. Every call may arrive twice. */
async function carryOut(step: Step, context: UploadContext, onLost: () => void): Promise<UploadAnswer> {
  const { signal, pause } = context;
  for (let networkRetries = 0, serverRetries = 0; ; ) {
    try {
      const answer = await postJson(`${root}/${step.path}`, step.body, {
        signal,
        ...(step.onSent ? { onSent: step.onSent } : {}),
      });
      const wait = answer.retryAfterMs ?? 1000 * 2 ** serverRetries;
      if (!isTemporary(answer) || serverRetries === maxServerRetries || wait > maxWaitMs) return answer;
      serverRetries++;
      await pause(wait, signal);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (!isOffline()) {
        if (networkRetries === maxNetworkRetries) throw new NetworkError(`${step.failure}: ${error.message}`);
        networkRetries++;
      }
      onLost();
      await waitForNetwork(Math.max(0, networkRetries - 1), signal, pause);
    }
  }
}

/** What has arrived of an upload that was begun before; null if the server no longer knows it. */
async function receivedBefore(uploadId: string, context: UploadContext): Promise<Set<number> | null> {
  const { signal, pause, report } = context;
  for (let retries = 0; ; retries++) {
    try {
      const path = `${root}/${encodeURIComponent(uploadId)}`;
      return receivedOf(await apiRequest("GET", path, undefined, { signal }));
    } catch (error) {
      if (signal.aborted) throw new UploadCancelledError();
      if (error instanceof ApiError) {
        if (error.status === 404) return null;
        if (error.status < 500 || retries >= maxServerRetries)
          throw new Error(`Init failed: ${error.userMessage}`);
      } else if (!(error instanceof TypeError) || retries >= maxNetworkRetries) {
        throw error;
      }
      // fetch throws a TypeError if there was no response.
      report(0, "lost");
      await waitForNetwork(retries, signal, pause);
    }
  }
}

async function begin(upload: ChunkedUpload, context: UploadContext): Promise<Set<number>> {
  const { file, uploadId, year, month, description } = upload;
  const totalChunks = Math.ceil(file.size / chunkBytes);
  const body = { fileName: file.name, fileSize: file.size, totalChunks, uploadId, year, month, description };
  const onLost = () => context.report(0, "lost");
  const answer = await carryOut({ failure: "Init failed", path: "init", body }, context, onLost);
  requireChunkedSuccess(answer, "Init failed");
  return receivedOf(answer.json);
}

async function sendMissing(
  upload: ChunkedUpload,
  received: Set<number>,
  context: UploadContext,
): Promise<void> {
  const { file, uploadId } = upload;
  const { signal, report } = context;
  const total = Math.ceil(file.size / chunkBytes);
  for (let index = 0; index < total; index++) {
    if (received.has(index)) continue;
    const at = (read: number, sent: number) => chunkedPercent(received.size, total, read, sent);
    report(at(0, 0), "moving");
    const chunkData = await readAsDataUrl(file.slice(index * chunkBytes, (index + 1) * chunkBytes), {
      signal,
      failure: `Error reading chunk ${index + 1}`,
      onPercent: (percent) => report(at(percent / 100, 0), "moving"),
    });
    const step = {
      failure: "Chunk upload failed",
      path: "chunk",
      body: { uploadId, chunkIndex: index, chunkData },
      onSent: (fraction: number) => report(at(1, fraction), "moving"),
    };
    const answer = await carryOut(step, context, () => report(at(0, 0), "lost"));
    requireChunkedSuccess(answer, "Chunk upload failed");
    received.add(index);
    report(at(0, 0), "moving");
  }
}

/**
 * Uploads a long clip in chunks of 1 MiB, one after the other: init, the chunks the server lacks, complete.
 * @throws RefusedError, DuplicateFileError, NetworkError, UploadCancelledError, Error 'Error reading chunk {n}'
 */
export async function uploadInChunks(upload: ChunkedUpload, context: UploadContext): Promise<MediaItemDto> {
  const { uploadId, isContinued } = upload;
  context.report(0, "preparing");
  const before = isContinued ? await receivedBefore(uploadId, context) : null;
  await sendMissing(upload, before ?? (await begin(upload, context)), context);

  const complete = async () => {
    context.report(chunksDonePercent, "saving");
    const step = { failure: "Complete failed", path: "complete", body: { uploadId } };
    return carryOut(step, context, () => context.report(chunksDonePercent, "lost"));
  };
  let answer = await complete();
  if (codeOf(answer) === "upload_incomplete") {
    const arrived = await receivedBefore(uploadId, context);
    if (arrived) {
      await sendMissing(upload, arrived, context);
      answer = await complete();
    }
  }
  requireChunkedSuccess(answer, "Complete failed");
  const item = itemOf(answer);
  context.report(96, "answered");
  return item;
}

/** Frees the server's space. The server removes an unreachable upload after a day anyway. */
export async function cancelOnServer(uploadId: string): Promise<void> {
  const { signal } = new AbortController();
  await postJson(`${root}/cancel`, { uploadId }, { signal }).catch(() => undefined);
}
