import type { Shareable } from "@/lib/album/sharing/client/shareable";

// The page has one sheet. Anything can open it, including code outside components, such as an action bar.

let shown: Shareable | null = null;
const listeners = new Set<() => void>();

function show(content: Shareable | null): void {
  shown = content;
  for (const listener of listeners) listener();
}

/** @returns false if the page has no sheet */
export function openShareSheet(content: Shareable): boolean {
  if (listeners.size === 0) return false;
  show(content);
  return true;
}

export const closeShareSheet = () => show(null);
export const shareSheetContent = () => shown;

export function onShareSheetChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
