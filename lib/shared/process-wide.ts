const holder = globalThis as typeof globalThis & { keepsake?: Map<string, unknown> };

/**
 * The one value of this name in the whole process, made at its first use. The server's bundle, Next's and the
 * middleware's each have a copy of a module; a variable in one would exist once in each.
 */
export function processWide<T>(name: string, make: () => T): T {
  holder.keepsake ??= new Map();
  if (!holder.keepsake.has(name)) holder.keepsake.set(name, make());
  return holder.keepsake.get(name) as T;
}

/** Takes the value away, so that the next use makes another. @returns what it was, if it had been made */
export function forgetProcessWide<T>(name: string): T | undefined {
  const value = holder.keepsake?.get(name) as T | undefined;
  holder.keepsake?.delete(name);
  return value;
}
