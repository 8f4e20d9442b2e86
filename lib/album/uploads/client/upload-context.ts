import type { Pause } from "@/lib/album/uploads/client/network-patience";
import type { ReportProgress } from "@/lib/album/uploads/upload-progress";

/** Where a file is filed, and with which description. */
export interface UploadTarget {
  year: number;
  month: number;
  description: string;
}

/** What both flows need to upload one file. */
export interface UploadContext {
  signal: AbortSignal;
  report: ReportProgress;
  pause: Pause;
}
