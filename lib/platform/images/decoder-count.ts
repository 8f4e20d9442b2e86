import { type Machine, readMachine } from "@/lib/platform/machine";
import { onlyServes } from "@/lib/platform/siblings";

const mostAtOnce = 8;
/** One uses up to 250 MB between two pictures, and more within one. */
const memoryForEach = 512 * 1024 ** 2;

export interface DecoderCount {
  /** Album pictures derived at once: more than there are cores would only wait for each other. */
  derivations: number;
  /** Further decoders for work that someone is waiting for, such as an upload whose metadata is read. */
  others: number;
}

export function countDecoders({ cores, memoryBytes }: Machine): DecoderCount {
  const fitting = Math.max(1, Math.floor(memoryBytes / memoryForEach));
  // If there are only two, both derive: one alone would take twice as long.
  const derivations = Math.min(cores, mostAtOnce, fitting > 2 ? fitting - 1 : fitting);
  return { derivations, others: Math.min(Math.ceil(derivations / 2), fitting - derivations) };
}

/** This process's decoders. If another process does the background work, one is enough. */
export const decoders: DecoderCount = onlyServes()
  ? { derivations: 1, others: 0 }
  : countDecoders(readMachine());
