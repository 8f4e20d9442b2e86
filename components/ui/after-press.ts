/**
 * Does what changes much of the page once the press that led to it has been answered on the screen. A page in the
 * background draws nothing, so nothing is done until it is looked at.
 */
export function afterPress(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** Until the press that led to this has been answered on the screen; at once where nothing is drawn. */
export function pressAnswered(): Promise<void> {
  const isDrawn = typeof document !== "undefined" && !document.hidden;
  return isDrawn ? new Promise((resolve) => afterPress(resolve)) : Promise.resolve();
}
