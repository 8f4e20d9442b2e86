import type { Shareable } from "@/lib/album/sharing/client/shareable";

// The sheet is one for the whole page: whatever shares opens it, also from where no component is, as a bar of actions.

let shown: Shareable | null = null;
const listeners = new Set<() => void>();

function show(content: Shareable | null): void {
  shown = content;
  for (const listener of listeners) listener();
}

/** @returns false where the page has no sheet */
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
