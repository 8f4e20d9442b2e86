type Yielding = typeof globalThis & { scheduler?: { yield?: () => Promise<void> } };

/** Lets the page answer to presses and draw before going on; at once where nothing else waits. */
export function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as Yielding;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}
