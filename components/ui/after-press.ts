/**
 * Does work that changes much of the page once the screen shows the response to the press that led to it. A page in the
 * background draws nothing, so the work waits until it is visible.
 */
export function afterPress(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** Resolves once the screen shows the response to the press that led to this; immediately if nothing is drawn. */
export function pressAnswered(): Promise<void> {
  const isDrawn = typeof document !== "undefined" && !document.hidden;
  return isDrawn ? new Promise((resolve) => afterPress(resolve)) : Promise.resolve();
}
