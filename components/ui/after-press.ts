/**
 * Does what changes much of the page once the press that led to it has been answered on the screen. A page in the
 * background draws nothing, so nothing is done until it is looked at.
 */
export function afterPress(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
