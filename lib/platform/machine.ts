import os from "node:os";

/** What this process can use of its machine or container. */
export interface Machine {
  cores: number;
  memoryBytes: number;
}

/** Takes pinning and a container's limits into account. */
export function readMachine(): Machine {
  const limit = process.constrainedMemory();
  const total = os.totalmem();
  // Without a limit, Node returns 0, or more than there is.
  return { cores: os.availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, total) : total };
}
