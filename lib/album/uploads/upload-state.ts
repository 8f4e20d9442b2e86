import type { ChosenFile } from "@/lib/album/uploads/file-rules";
import type { DuplicateDto } from "@/lib/album/uploads/schema";
import type { UploadStage } from "@/lib/album/uploads/upload-progress";
import type { FiledMonth } from "@/lib/shared/months";

export interface YearMonth {
  year: number;
  month: number;
}

export interface UploadItem extends ChosenFile {
  readonly id: string;
  /** Its month whatever the form says: the upload was begun for it. */
  readonly ownMonth: FiledMonth | null;
  /** False: it stays in the form's month although its own date is known. */
  readonly followsDate: boolean;
  /** Resumes an upload that was begun earlier. */
  readonly isContinued: boolean;
  /** 0 to 100; never decreases while the file is uploading. */
  readonly percent: number;
  readonly stage: UploadStage;
  /** 'Failed to upload {file}: {reason}' (specification 8.4). */
  readonly error: string | null;
}

export interface FoundDuplicate {
  item: UploadItem;
  /** null when the server named no existing item. */
  existing: DuplicateDto | null;
}

export interface UploadState {
  readonly items: readonly UploadItem[];
  readonly isRunning: boolean;
  /** The file under way. */
  readonly currentId: string | null;
  /** In this run: the number of the current file, counted from 1, and how many there are. */
  readonly position: number;
  readonly total: number;
  /** The last run's report, while it has duplicates and has not been dismissed. */
  readonly report: DuplicateReport | null;
}

/** How a run with duplicates ended; its card replaces the summary toast (specification 4.4). */
export interface DuplicateReport {
  duplicates: readonly FoundDuplicate[];
  uploaded: number;
  total: number;
  failed: readonly FailedUpload[];
}

export interface FailedUpload {
  item: UploadItem;
  error: string;
  isTooLarge: boolean;
}

/** How a run ended. */
export interface UploadOutcome {
  total: number;
  uploaded: number;
  failed: FailedUpload[];
  duplicates: FoundDuplicate[];
  /** The message of a cancelled run, and the files it left behind. */
  cancelled: { message: string; files: ChosenFile[] } | null;
  /** Why the remaining files were not tried, such as the person no longer being signed in. */
  broken: string | null;
}
