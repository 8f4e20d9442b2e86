import type { ChosenFile } from "@/lib/album/uploads/file-rules";
import type { DuplicateDto } from "@/lib/album/uploads/schema";
import type { UploadStage } from "@/lib/album/uploads/upload-progress";

export interface YearMonth {
  year: number;
  month: number;
}

export interface UploadItem extends ChosenFile {
  readonly id: string;
  /** Filed there whatever the form says: it was begun for that month. */
  readonly ownMonth: YearMonth | null;
  /** False: it stays in the form's month although it says when it was taken. */
  readonly followsDate: boolean;
  /** Goes on with an upload that was begun earlier. */
  readonly isContinued: boolean;
  /** 0 to 100; never goes back while the file is on its way. */
  readonly percent: number;
  readonly stage: UploadStage;
  /** 'Failed to upload {file}: {reason}' (specification 8.4). */
  readonly error: string | null;
}

export interface FoundDuplicate {
  item: UploadItem;
  /** null where the server named no existing item. */
  existing: DuplicateDto | null;
}

export interface UploadState {
  readonly items: readonly UploadItem[];
  readonly isRunning: boolean;
  /** The file under way. */
  readonly currentId: string | null;
  /** Of the run: which file it is at, counted from 1, and how many it has. */
  readonly position: number;
  readonly total: number;
  /** The last run's, while it has duplicates to tell of that nobody has dismissed. */
  readonly report: DuplicateReport | null;
}

/** How a run that met duplicates ended; its card stands in for the summary toast (specification 4.4). */
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
  /** Why the rest was not even tried: the person is no longer signed in, say. */
  broken: string | null;
}
