import type { Pause } from "@/lib/album/uploads/client/network-patience";
import type { ReportProgress } from "@/lib/album/uploads/upload-progress";
import type { FiledMonth } from "@/lib/shared/months";

/** Where a file is filed, and with which description. */
export interface UploadTarget extends FiledMonth {
  description: string;
}

/** A target among other things. An exact year is the rule: the specification's calls don't say so. */
export function targetOf({ year, month, yearPrecision = "exact", description }: UploadTarget) {
  return { year, month, description, ...(yearPrecision === "exact" ? {} : { yearPrecision }) };
}

/** What both flows need to upload one file. */
export interface UploadContext {
  signal: AbortSignal;
  report: ReportProgress;
  pause: Pause;
}
