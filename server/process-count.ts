import { maxWebProcesses } from "@/lib/env";
import type { Machine } from "@/lib/platform/machine";

const gigabyte = 1024 ** 3;
/** With no more than this, one process is all there is room for next to PostgreSQL and the decoders. */
const small = { cores: 2, memoryBytes: 2 * gigabyte };
/** A further process takes 200 MB, its decoder as much, and its connections to PostgreSQL the rest. */
const furtherBytes = 500_000_000;

/**
 * How many web processes suit a machine (decision 43): three for every four cores, since PostgreSQL, decoders and video
 * tools need some too, as far as the memory above 2 GB allows.
 */
export function countProcesses({ cores, memoryBytes }: Machine): number {
  if (cores <= small.cores || memoryBytes <= small.memoryBytes) return 1;
  const byMemory = 1 + Math.floor((memoryBytes - small.memoryBytes) / furtherBytes);
  return Math.min(Math.floor((cores * 3) / 4), byMemory, maxWebProcesses);
}
