interface Waiting<T> {
  resolve: (found: T | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches reads: one runs at a time, and everything requested meanwhile is read together in the next one, so the busier
 * it is, the more callers share each read.
 * @param readAll finds things by their keys, each given once
 * @returns null for what was not found
 */
export function batched<T>(
  readAll: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | null> {
  let waiting = new Map<string, Waiting<T>[]>();
  let isReading = false;

  async function readWaiting(): Promise<void> {
    isReading = true;
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      try {
        const found = await readAll([...asked.keys()]);
        for (const [key, callers] of asked)
          for (const { resolve } of callers) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const callers of asked.values()) for (const { reject } of callers) reject(error);
      }
    }
    isReading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0 && !isReading) setImmediate(() => void readWaiting());
      const callers = waiting.get(key) ?? [];
      callers.push({ resolve, reject });
      waiting.set(key, callers);
    });
}
