interface Waiting<T> {
  resolve: (found: T | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads one thing at a time for its callers, and everything that is asked for while a read is under way in the next one:
 * the busier it is, the more each read is shared.
 * @param readAll finds things by their keys, each of which it is given once
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
