/**
 * Leaves for another page by loading it afresh: after a change of who is signed in, nothing that this document
 * or the router keeps may survive. `isReplacing` leaves no way back.
 */
export function loadPage(path: string, { isReplacing = false } = {}): void {
  if (isReplacing) window.location.replace(path);
  else window.location.assign(path);
}

export function reloadPage(): void {
  window.location.reload();
}
