import type { DuplicateDto } from "@/lib/album/uploads/schema";

/** The person cancelled; the message says which flow was abandoned (specification 4.4). */
export class UploadCancelledError extends Error {
  override name = "UploadCancelledError";
}

/** There was no response: the request may or may not have arrived. */
export class NetworkError extends Error {
  override name = "NetworkError";
  constructor(message = "Network error during upload") {
    super(message);
  }
}

/** The server responded with an error. */
export class RefusedError extends Error {
  override name = "RefusedError";
  constructor(
    message: string,
    readonly status: number,
    /** The stable error code of our own API (api.md, Errors). */
    readonly code: unknown,
  ) {
    super(message);
  }
}

/** 409 duplicate_file; null when the response names no existing item. */
export class DuplicateFileError extends Error {
  override name = "DuplicateFileError";
  constructor(readonly duplicate: DuplicateDto | null) {
    super("This file already exists in your album.");
  }
}

/** Specification 8.4. */
const tooLargePattern = /\b413\b|entity too large|payload size/i;
const tooLargeMessage = "File is too large for upload (max size: 10MB)";

export function isTooLarge(error: unknown): boolean {
  if (error instanceof RefusedError && error.status === 413) return true;
  return error instanceof Error && tooLargePattern.test(error.message);
}

/** Why a file was not uploaded, as shown to the user. */
export function failureReason(error: unknown, isChunked: boolean): string {
  const own = error instanceof Error && error.message ? error.message : "Unknown error";
  // Our own server names the limit that a super admin has set; a proxy in front of it can't.
  const isLimitNamed = own.includes("(max size: ");
  return isTooLarge(error) && !isChunked && !isLimitNamed ? tooLargeMessage : own;
}
