import type { MediaItemDto } from "@/lib/album/media/schema";
import type { UploadAnswer } from "@/lib/album/uploads/client/post";
import { DuplicateFileError, RefusedError } from "@/lib/album/uploads/client/upload-errors";
import type { DuplicateDto } from "@/lib/album/uploads/schema";

const maxQuotedBody = 300;

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>)[name] : undefined;
}

function errorField(json: unknown): string {
  const error = fieldOf(json, "error");
  return typeof error === "string" ? error : "";
}

const isSuccess = ({ status }: UploadAnswer) => status >= 200 && status < 300;
export const codeOf = ({ json }: UploadAnswer) => fieldOf(json, "code");

function duplicateIn(json: unknown): DuplicateDto | null {
  const duplicate = fieldOf(json, "duplicate");
  const [existingId, fileName, uploadDate] = ["existingId", "fileName", "uploadDate"].map((name) =>
    fieldOf(duplicate, name),
  );
  if (typeof existingId !== "string" || typeof fileName !== "string") return null;
  return { existingId, fileName, uploadDate: typeof uploadDate === "string" ? uploadDate : "" };
}

/** @throws DuplicateFileError for a duplicate; in the chunked flow for any error with that word (specification 8.4) */
function refuseDuplicate(answer: UploadAnswer, isChunked: boolean): void {
  const error = errorField(answer.json);
  const isDuplicate = answer.status === 409 && error === "duplicate_file";
  if (isDuplicate || (isChunked && /duplicate/i.test(error)))
    throw new DuplicateFileError(duplicateIn(answer.json));
}

/** @throws RefusedError with the texts of specification 8.4 for single uploads, DuplicateFileError */
export function requireSingleSuccess(answer: UploadAnswer): void {
  if (isSuccess(answer)) return;
  refuseDuplicate(answer, false);
  const { status, text, json } = answer;
  const body = text.trim().slice(0, maxQuotedBody);
  const reason =
    errorField(json) || (body ? `HTTP ${status}: ${body}` : `Upload failed with status: ${status}`);
  throw new RefusedError(reason, status, codeOf(answer));
}

/**
 * @param step "Init failed", "Chunk upload failed" or "Complete failed" (specification 8.4)
 * @throws RefusedError, DuplicateFileError
 */
export function requireChunkedSuccess(answer: UploadAnswer, step: string): void {
  if (isSuccess(answer)) return;
  refuseDuplicate(answer, true);
  const reason = errorField(answer.json) || answer.statusText || `status ${answer.status}`;
  throw new RefusedError(`${step}: ${reason}`, answer.status, codeOf(answer));
}

/** @throws Error 'Invalid response format' when the answer isn't a JSON object */
export function itemOf({ json }: UploadAnswer): MediaItemDto {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new Error("Invalid response format");
  return json as MediaItemDto;
}

export interface ChunkedProgress {
  /** The chunks that arrived. */
  received: Set<number>;
  /** The raw bytes the server accepts per call; 0 if it doesn't say. */
  partBytes: number;
}

/** @throws Error 'Invalid response format' when the answer isn't a JSON object */
export function progressOf(json: unknown): ChunkedProgress {
  if (typeof json !== "object" || json === null) throw new Error("Invalid response format");
  const [received, partBytes] = [fieldOf(json, "received"), fieldOf(json, "partBytes")];
  return {
    received: new Set(Array.isArray(received) ? received.filter((index) => typeof index === "number") : []),
    partBytes: typeof partBytes === "number" ? partBytes : 0,
  };
}
