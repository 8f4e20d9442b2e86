interface Waiting<T> {
  resolve: (found: T | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads one thing at a time for its callers, and all that were asked for in one turn of the event loop at once.
 * @param readAll finds things by their keys, each of which it is given once
 * @returns null for what was not found
 */
export function batched<T>(
  readAll: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | null> {
  let waiting = new Map<string, Waiting<T>[]>();

  function readWaiting(): void {
    const asked = waiting;
    waiting = new Map();
    readAll([...asked.keys()]).then(
      (found) => {
        for (const [key, callers] of asked)
          for (const { resolve } of callers) resolve(found.get(key) ?? null);
      },
      (error: unknown) => {
        for (const callers of asked.values()) for (const { reject } of callers) reject(error);
      },
    );
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(readWaiting);
      const callers = waiting.get(key) ?? [];
      callers.push({ resolve, reject });
      waiting.set(key, callers);
    });
}
