/** Specification 9.3. */
export const toastLimit = 1;
export const toastRemoveDelayMs = 1_000_000;
export const toastDurationMs = 5000;
export const toastSwipeThreshold = 50;

export interface ToastContent {
  title: string;
  description?: string;
  variant?: "plain" | "danger";
  /** How long it stays, in milliseconds; 5000 when unset. */
  durationMs?: number;
  action?: { label: string; onSelect: () => void };
}

export interface ToastEntry extends ToastContent {
  id: number;
  isOpen: boolean;
}

export interface ToastHandle {
  id: number;
  update: (content: Partial<ToastContent>) => void;
  dismiss: () => void;
}

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function replace(next: readonly ToastEntry[]): void {
  entries = next;
  for (const [id, timer] of removals) {
    if (next.some((entry) => entry.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
  for (const listener of listeners) listener();
}

/** Shows a toast. One is visible at a time (specification 4.12): a new one replaces the older one. */
export function toast(content: ToastContent): ToastHandle {
  lastId += 1;
  const id = lastId;
  replace([{ ...content, id, isOpen: true }, ...entries].slice(0, toastLimit));
  return {
    id,
    update: (change) => replace(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))),
    dismiss: () => dismissToast(id),
  };
}

const savedToastKey = "toastForNextPage";

/** Stores a toast for the page about to load; the visible one disappears with this page. */
export function saveToastForNextPage(content: Pick<ToastContent, "title" | "description">): void {
  try {
    sessionStorage.setItem(savedToastKey, JSON.stringify(content));
  } catch {
    // Without storage the next page shows no toast; the result is visible there anyway.
  }
}

/** Returns the stored toast, once. */
export function takeSavedToast(): ToastContent | null {
  try {
    const kept = sessionStorage.getItem(savedToastKey);
    sessionStorage.removeItem(savedToastKey);
    return kept ? (JSON.parse(kept) as ToastContent) : null;
  } catch {
    return null;
  }
}

/** Closes one toast, or all of them; it is removed after the removal delay. */
export function dismissToast(id?: number): void {
  const matches = (entry: ToastEntry) => id === undefined || entry.id === id;
  for (const entry of entries.filter(matches)) {
    if (removals.has(entry.id)) continue;
    removals.set(
      entry.id,
      setTimeout(() => removeToast(entry.id), toastRemoveDelayMs),
    );
  }
  replace(entries.map((entry) => (matches(entry) ? { ...entry, isOpen: false } : entry)));
}

/** Removes one toast immediately, or all of them. */
export function removeToast(id?: number): void {
  replace(id === undefined ? [] : entries.filter((entry) => entry.id !== id));
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  entries: (): readonly ToastEntry[] => entries,
};
