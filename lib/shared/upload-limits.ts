import { gibibyte, mebibyte } from "@/lib/shared/units";

// Numbers that the upload dialog needs too. They are separate from the schemas, whose validator would be fetched along
// with them.

interface FileLimits {
  maxImageBytes: number;
  maxVideoBytes: number;
}

/** Specification 9.4; MB is 1,048,576 bytes (api.md, Sizes). On the free plan, and until the server says otherwise. */
export const specifiedFileLimits: FileLimits = {
  maxImageBytes: 10 * mebibyte,
  maxVideoBytes: 100 * mebibyte,
};
/** Until a super admin sets something else. */
export const defaultFileLimits: FileLimits = { maxImageBytes: 200 * mebibyte, maxVideoBytes: 10 * gibibyte };
/** The most that a super admin can set. */
export const largestFileLimits: FileLimits = { maxImageBytes: gibibyte, maxVideoBytes: 50 * gibibyte };

/** Specification 9.4. */
export const chunkBytes = mebibyte;
export const chunkedUploadThresholdBytes = 10 * mebibyte;
/** For a file beyond the specification's limits. S3 servers refuse parts below 5 MiB. */
const largeChunkBytes = 8 * mebibyte;
/** S3 servers accept at most 10,000 parts. */
const maxLargeChunks = 2_560;

/** The length of a file's chunks, except the last: longer in larger files. */
export function chunkBytesOf(fileSize: number): number {
  if (fileSize <= specifiedFileLimits.maxVideoBytes) return chunkBytes;
  let bytes = largeChunkBytes;
  while (fileSize > bytes * maxLargeChunks) bytes *= 2;
  return bytes;
}

/** How many chunks a file has. */
export const chunkCountOf = (fileSize: number): number => Math.ceil(fileSize / chunkBytesOf(fileSize));

/** How long an unfinished upload is kept (quality.md, Uploads); a large one takes days on a slow line. */
export const uploadLifetimeHours = (fileSize: number): number =>
  fileSize <= specifiedFileLimits.maxVideoBytes ? 24 : 7 * 24;
export const maxDescriptionLength = 2000;
/** Specification 9.5. */
export const recentHashtagsShown = 8;
