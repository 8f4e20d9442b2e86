import { useSyncExternalStore } from "react";
import type { ToastHandle } from "@/components/ui/toast";

let isOpen = false;
let opener: HTMLElement | null = null;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

let added: ToastHandle | null = null;

/** The toast about the last addition: it is dismissed when the basket itself is opened. */
export function setAddedToast(toast: ToastHandle): void {
  added = toast;
}

/** Opens the only basket from anywhere. */
export function openBasket(): void {
  added?.dismiss();
  added = null;
  if (!isOpen && document.activeElement instanceof HTMLElement) opener = document.activeElement;
  set(true);
}

export function closeBasket(): void {
  set(false);
}

/** The element focused when the basket was opened; focus returns to it when the basket closes. */
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
