const holder = globalThis as typeof globalThis & { keepsake?: Map<string, unknown> };

/**
 * The only value with this name in the whole process, created on first use. The server's bundle, Next's and the
 * middleware's each have their own copy of a module, so a variable in one would exist once in each.
 */
export function processWide<T>(name: string, make: () => T): T {
  holder.keepsake ??= new Map();
  if (!holder.keepsake.has(name)) holder.keepsake.set(name, make());
  return holder.keepsake.get(name) as T;
}

/** Removes the value, so the next use creates another. @returns the previous one, if it had been created */
export function forgetProcessWide<T>(name: string): T | undefined {
  const value = holder.keepsake?.get(name) as T | undefined;
  holder.keepsake?.delete(name);
  return value;
}
