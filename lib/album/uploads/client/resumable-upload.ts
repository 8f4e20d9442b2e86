import { cancelOnServer, uploadInChunks } from "@/lib/album/uploads/client/chunked-upload";
import { requestMove } from "@/lib/album/uploads/client/queries";
import type { ResumeStore, UnfinishedUpload } from "@/lib/album/uploads/client/resume-store";
import { targetOf, type UploadContext, type UploadTarget } from "@/lib/album/uploads/client/upload-context";
import { DuplicateFileError, RefusedError } from "@/lib/album/uploads/client/upload-errors";
import { holdingUpload } from "@/lib/album/uploads/client/upload-lock";
import { isSameFile } from "@/lib/album/uploads/file-rules";
import { formatMonth } from "@/lib/shared/months";

export interface ResumableUpload {
  file: File;
  target: UploadTarget;
  familyId: string;
  store: ResumeStore;
  now: () => number;
  /** The upload this page has begun for the file; null: search the stored uploads for the same file. */
  known: UnfinishedUpload | null;
  listUnfinished: () => Promise<UnfinishedUpload[]>;
  /** Called with the upload as soon as it has an id, and with null once there is nothing left to resume. */
  onKnown: (unfinished: UnfinishedUpload | null, isContinued: boolean) => void;
}

/** Another attempt can continue: with the missing chunks, or once the family is the current one again. */
const continuable = new Set<unknown>(["upload_incomplete", "family_changed"]);

/** The server no longer has the upload, or would reject it again: another attempt starts over. */
function isOver(error: unknown): boolean {
  if (error instanceof DuplicateFileError) return true;
  if (!(error instanceof RefusedError) || continuable.has(error.code)) return false;
  return [404, 409, 413, 415, 422].includes(error.status);
}

async function moveAsRequested(mediaId: string, began: UploadTarget, wished: UploadTarget): Promise<void> {
  try {
    await requestMove(mediaId, began, wished);
  } catch {
    const place = formatMonth(began);
    throw new Error(`it's in your album under ${place}, the month you first chose, and could not be moved`);
  }
}

/**
 * A chunked upload that can be resumed: its id and its file are stored until it ends.
 * @throws as uploadInChunks
 */
export async function uploadResumable(upload: ResumableUpload, context: UploadContext): Promise<void> {
  const { file, target, familyId, store, now, onKnown } = upload;
  const known =
    upload.known ?? (await upload.listUnfinished()).find((kept) => isSameFile(kept.file, file)) ?? null;
  const startedAt = now();
  const uploadId = `${file.name.trim()}-${startedAt}`;
  const unfinished = known ?? { uploadId, familyId, file, ...target, startedAt };
  onKnown(unfinished, known !== null);
  const saved = known ? Promise.resolve() : store.save(unfinished);
  const forget = async () => {
    await saved;
    await store.remove(unfinished.uploadId);
    onKnown(null, false);
  };
  const began = targetOf(unfinished);
  try {
    const chunked = { file, familyId, uploadId: unfinished.uploadId, isContinued: known !== null, ...began };
    const kept = await holdingUpload(unfinished.uploadId, () => uploadInChunks(chunked, context));
    await forget();
    await moveAsRequested(kept.id, began, target);
  } catch (error) {
    if (isOver(error)) {
      await forget();
      if (error instanceof RefusedError) await cancelOnServer(unfinished.uploadId);
    }
    throw error;
  }
}
