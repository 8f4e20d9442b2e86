import type { Pause } from "@/lib/album/uploads/client/network-patience";
import type { ReportProgress } from "@/lib/album/uploads/upload-progress";

/** Where and with which words a file is filed. */
export interface UploadTarget {
  year: number;
  month: number;
  description: string;
}

/** What both flows need while they carry one file up. */
export interface UploadContext {
  signal: AbortSignal;
  report: ReportProgress;
  pause: Pause;
}
