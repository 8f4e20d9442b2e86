type Yielding = typeof globalThis & { scheduler?: { yield?: () => Promise<void> } };

/** Lets the page answer to presses and draw before going on; at once where nothing else waits. */
export function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as Yielding;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

const usualTurnMs = 8;

/** To be awaited between the steps of long work: goes on at once, or lets the page have its turn after so long. */
export function takingTurns(turnMs = usualTurnMs): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return yieldToPage().then(() => {
      begun = performance.now();
    });
  };
}

/**
 * Runs the steps of long work, letting the page have its turn between them; short work is done when this returns.
 * @param steps yields wherever it may be interrupted
 * @param isWanted asked after each turn of the page's; when false, the work is given up
 */
export function inTurns<T>(
  steps: Generator<void, T>,
  isWanted: () => boolean,
  onDone: (result: T) => void,
): void {
  const begun = performance.now();
  do {
    const { done, value } = steps.next();
    if (done) {
      onDone(value);
      return;
    }
  } while (performance.now() - begun < usualTurnMs);
  void yieldToPage().then(() => {
    if (isWanted()) inTurns(steps, isWanted, onDone);
  });
}

/** Runs the same steps without a pause. */
export function allAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
