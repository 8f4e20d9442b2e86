import { type Machine, readMachine } from "@/lib/platform/machine";
import { onlyServes } from "@/lib/platform/siblings";

const mostAtOnce = 8;
/** One uses up to 250 MB between two pictures, and more within one. */
const memoryForEach = 512 * 1024 ** 2;

export interface DecoderCount {
  /** Pictures of the album that are derived at once: more than there are cores would only wait for each other. */
  derivations: number;
  /** Where there is memory, one more, for what someone is waiting for: each upload has its metadata read. */
  decoders: number;
}

export function countDecoders({ cores, memoryBytes }: Machine): DecoderCount {
  const fitting = Math.max(1, Math.floor(memoryBytes / memoryForEach));
  const derivations = Math.min(cores, mostAtOnce, fitting);
  return { derivations, decoders: Math.min(derivations + 1, fitting) };
}

/** Of this process. Where another process does the background work, one is enough. */
export const { derivations: derivationsAtOnce, decoders } = onlyServes()
  ? { derivations: 1, decoders: 1 }
  : countDecoders(readMachine());
