import type { MediaItemDto } from "@/lib/album/media/schema";
import { formBody } from "@/lib/album/uploads/client/form-body";
import { isOffline, waitForNetwork } from "@/lib/album/uploads/client/network-patience";
import { postBytes, type UploadAnswer } from "@/lib/album/uploads/client/post";
import { readBytes } from "@/lib/album/uploads/client/read-file";
import { codeOf, itemOf, requireSingleSuccess } from "@/lib/album/uploads/client/upload-answer";
import { targetOf, type UploadContext, type UploadTarget } from "@/lib/album/uploads/client/upload-context";
import { NetworkError } from "@/lib/album/uploads/client/upload-errors";
import type { FileKind } from "@/lib/album/uploads/file-rules";
import { readPercent, sendPercent, singleSteps } from "@/lib/album/uploads/upload-progress";

export interface SingleUpload extends UploadTarget {
  file: File;
  /** The file's bytes, if they are being read already. */
  content: Promise<Blob> | null;
  mediaType: FileKind;
  userId: string;
  sessionId: string;
  /** The family it is meant for: the server refuses it if another one has become the current one. */
  familyId: string;
  /** The same for every attempt with the same content, so that the server creates only one item. */
  idempotencyKey: string;
}

/** Specification 9.2: two retries. Waiting for a lost network doesn't count. */
const maxRetries = 2;
const maxWaitMs = 10_000;

/** A copy of a file's bytes: if the file is gone, this fails instead of breaking the connection later. */
export async function readContent(
  file: File,
  signal: AbortSignal,
  onPercent?: (percent: number) => void,
): Promise<Blob> {
  const options = { signal, failure: "Failed to read file", ...(onPercent ? { onPercent } : {}) };
  return new Blob([await readBytes(file, options)]);
}

/** The server is down or still working on the same request: worth another try, with the same key. */
function retryDelay(answer: UploadAnswer): number | null {
  const isTemporary = [502, 503, 504].includes(answer.status) || codeOf(answer) === "request_in_progress";
  if (!isTemporary || (answer.retryAfterMs ?? 0) > maxWaitMs) return null;
  return answer.retryAfterMs ?? 1000;
}

/**
 * Sends one file in one request, as a form: its file takes a quarter less bandwidth than base64 in JSON.
 * @throws RefusedError, DuplicateFileError, NetworkError, UploadCancelledError, Error 'Failed to read file'
 */
export async function uploadSingle(upload: SingleUpload, context: UploadContext): Promise<MediaItemDto> {
  const { signal, report, pause } = context;
  const { file, mediaType, familyId, idempotencyKey, content: reading, ...target } = upload;
  report(0, "preparing");
  const onPercent = (percent: number) => report(readPercent(percent), "moving");
  const bytes = await (reading ?? readContent(file, signal, onPercent));
  report(singleSteps.read, "moving");
  const { userId, sessionId } = target;
  const fields = { fileName: file.name, fileType: mediaType, ...targetOf(target), userId, sessionId };
  const content = { field: "fileData", bytes, type: file.type || "application/octet-stream" };
  const { body, type } = formBody(idempotencyKey, fields, content);
  report(singleSteps.encoded, "moving");

  for (let retries = 0; ; ) {
    report(singleSteps.beforeSending, "moving");
    try {
      const answer = await postBytes("/api/media", body, type, {
        signal,
        headers: { "Idempotency-Key": idempotencyKey, "X-Family-ID": familyId },
        onSent: (fraction) => report(sendPercent(fraction), fraction === 1 ? "saving" : "moving"),
      });
      const delay = retries < maxRetries ? retryDelay(answer) : null;
      if (delay === null) {
        requireSingleSuccess(answer);
        const item = itemOf(answer);
        report(singleSteps.answered, "answered");
        return item;
      }
      retries++;
      await pause(delay, signal);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (!isOffline()) {
        if (retries === maxRetries) throw error;
        retries++;
      }
      report(singleSteps.beforeSending, "lost");
      await waitForNetwork(Math.max(0, retries - 1), signal, pause);
    }
  }
}
