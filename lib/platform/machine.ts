import os from "node:os";

/** What this process can use of its machine or container. */
export interface Machine {
  cores: number;
  memoryBytes: number;
}

/** Pinning and the limits of a container count. */
export function readMachine(): Machine {
  const limit = process.constrainedMemory();
  const total = os.totalmem();
  // Without a limit Node answers 0, or more than there is.
  return { cores: os.availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, total) : total };
}
