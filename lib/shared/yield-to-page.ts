type Yielding = typeof globalThis & { scheduler?: { yield?: () => Promise<void> } };

/** Lets the page respond to presses and render before continuing; continues at once if nothing else waits. */
export function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as Yielding;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

const usualTurnMs = 8;

/** To be awaited between the steps of long work: continues at once, or yields to the page after the given time. */
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
 * Runs the steps of long work, yielding to the page between them; short work is done when this returns.
 * @param steps yields wherever it can be interrupted
 * @param isWanted called after each yield to the page; when false, the work is abandoned
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
