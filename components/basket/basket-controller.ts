import { useSyncExternalStore } from "react";

let isOpen = false;
let opener: HTMLElement | null = null;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the one basket from anywhere. */
export function openBasket(): void {
  if (!isOpen && document.activeElement instanceof HTMLElement) opener = document.activeElement;
  set(true);
}

export function closeBasket(): void {
  set(false);
}

/** Where the focus was when the basket was opened, and goes when it closes. */
export function basketOpener(): HTMLElement | null {
  return opener?.isConnected ? opener : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsBasketOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
}
