import type { Pause } from "@/lib/album/uploads/client/network-patience";
import type { ReportProgress } from "@/lib/album/uploads/upload-progress";
import type { FiledMonth } from "@/lib/shared/months";

/** The month a file is filed in, and its description. */
export interface UploadTarget extends FiledMonth {
  description: string;
}

/** The target part of a larger object. An exact year is the default, which the specification's calls omit. */
export function targetOf({ year, month, yearPrecision = "exact", description }: UploadTarget) {
  return { year, month, description, ...(yearPrecision === "exact" ? {} : { yearPrecision }) };
}

/** What both flows need to upload one file. */
export interface UploadContext {
  signal: AbortSignal;
  report: ReportProgress;
  pause: Pause;
}
