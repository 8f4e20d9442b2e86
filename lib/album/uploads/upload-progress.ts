/** Where a file is in its upload. `lost`: the network is down; the upload resumes once it is back. */
export type UploadStage =
  | "chosen"
  | "preparing"
  | "moving"
  | "saving"
  | "answered"
  | "done"
  | "lost"
  | "failed";

export type ReportProgress = (percent: number, stage: UploadStage) => void;

/**
 * Percent of a single upload (specification 4.4 and 9.4): 30 after the file is read, 50 before sending, 90 after the
 * response, 100 when done; reading and encoding end at 40, followed by the network's part.
 */
export const singleSteps = { read: 30, encoded: 40, beforeSending: 50, answered: 90, done: 100 } as const;

export const readPercent = (percent: number) => (singleSteps.read * percent) / 100;

export function sendPercent(fraction: number): number {
  const { beforeSending, answered } = singleSteps;
  return beforeSending + (answered - beforeSending - 1) * fraction;
}

/** The chunks move the bar up to here; completing does the rest. */
export const chunksDonePercent = 94;
/** Specification 4.4: of each chunk's share 40% is reading, 60% the network. */
const readShare = 0.4;

/** Chunks in progress. */
export interface ChunksUnderWay {
  count: number;
  /** 0 to 1. */
  read: number;
  /** 0 to 1. */
  sent: number;
}

/** Percent of a chunked upload. @param finished chunks that arrived */
export function chunkedPercent(finished: number, total: number, underWay: Iterable<ChunksUnderWay>): number {
  let done = finished;
  for (const { count, read, sent } of underWay) done += count * (readShare * read + (1 - readShare) * sent);
  return (chunksDonePercent * Math.min(total, done)) / total;
}

/** The status line of specification 9.4. */
export function statusLine(stage: UploadStage, percent: number): string {
  if (stage === "preparing" || stage === "chosen") return "Preparing to upload";
  if (stage === "saving") return "Saving to database";
  if (stage === "done" || percent >= 100) return "Completed";
  if (percent < 40) return "Processing";
  return percent < 95 ? "Uploading" : "Finalizing";
}
