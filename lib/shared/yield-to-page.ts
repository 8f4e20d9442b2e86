type Yielding = typeof globalThis & { scheduler?: { yield?: () => Promise<void> } };

/** Lets the page answer to presses and draw before going on; at once where nothing else waits. */
export function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as Yielding;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/** To be awaited between the steps of long work: goes on at once, or lets the page have its turn after so long. */
export function takingTurns(turnMs = 8): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return yieldToPage().then(() => {
      begun = performance.now();
    });
  };
}
