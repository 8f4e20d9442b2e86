import { gibibyte, mebibyte } from "@/lib/shared/units";

/** Formats "4.2 MB" or "830 KB"; a megabyte is 1,048,576 bytes. */
export function megabytes(bytes: number): string {
  const value = bytes / mebibyte;
  if (value < 1) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${value.toFixed(value < 100 ? 1 : 0)} MB`;
}

/** Formats "10MB" (specification 8.4), "1.5MB". */
export const megabyteLabel = (bytes: number): string => `${Number((bytes / mebibyte).toFixed(1))}MB`;

/** The same for what may be larger: "1.2 GB" from 1,024 MB on. */
export const formatMegabytes = (bytes: number): string =>
  bytes < gibibyte ? megabytes(bytes) : `${(bytes / gibibyte).toFixed(1)} GB`;
