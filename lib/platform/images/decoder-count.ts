import { type Machine, readMachine } from "@/lib/platform/machine";
import { onlyServes } from "@/lib/platform/siblings";

const most = 8;
/** One uses up to 250 MB between two pictures, and more within one. */
const memoryForEach = 512 * 1024 ** 2;

/** How many pictures a machine decodes at once: more than it has cores would only wait for each other. */
export function countDecoders({ cores, memoryBytes }: Machine): number {
  return Math.min(cores, most, Math.max(1, Math.floor(memoryBytes / memoryForEach)));
}

/** The most decoders of this process. Where another process does the background work, one is enough. */
export const decoders = onlyServes() ? 1 : countDecoders(readMachine());

/** Pictures of the album that are derived at once: one decoder is left for what someone is waiting for. */
export const derivationsAtOnce = onlyServes() ? 1 : Math.max(2, decoders - 1);
