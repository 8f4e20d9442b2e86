/**
 * Opens another page with a full load: when a different person signs in or out, nothing that this document or the
 * router has in memory may survive. With `isReplacing` there is no way back.
 */
export function loadPage(path: string, { isReplacing = false } = {}): void {
  if (isReplacing) window.location.replace(path);
  else window.location.assign(path);
}

export function reloadPage(): void {
  window.location.reload();
}
