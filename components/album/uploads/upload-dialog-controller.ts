import { useSyncExternalStore } from "react";

export type UploadFilter = "all" | "image" | "video";

export interface UploadDialogState {
  open: boolean;
  filter: UploadFilter;
  /** 'Upload Media' when unset (specification 2.9). */
  title: string | undefined;
  /** How many times files were handed over: shared from another app, or dropped on the page. */
  offered: number;
}

const closed: UploadDialogState = { open: false, filter: "all", title: undefined, offered: 0 };
let state = closed;
const listeners = new Set<() => void>();

function replace(next: UploadDialogState): void {
  state = next;
  for (const listener of listeners) listener();
}

let opener: HTMLElement | null = null;

/** A menu entry is gone once the dialog is open, so the menu's button is used instead. */
function focusedOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest("[role=menu]");
  const button = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  return button instanceof HTMLElement ? button : null;
}

/** The element focused when the dialog was opened; focus returns to it when the dialog closes. */
export function uploadDialogOpener(): HTMLElement | null {
  return opener?.isConnected ? opener : null;
}

let offeredFiles: readonly File[] = [];

/** Files the dialog was opened with and has not taken yet. */
export function takeOfferedFiles(): readonly File[] {
  const files = offeredFiles;
  offeredFiles = [];
  return files;
}

/**
 * Opens the one upload dialog from anywhere; the menu entry decides the filter.
 * @param files already chosen: shared from another app, or dropped on the page
 */
export function openUploadDialog({
  filter,
  title = state.open ? state.title : undefined,
  files = [],
}: {
  filter: UploadFilter;
  title?: string;
  files?: readonly File[];
}): void {
  if (!state.open) opener = focusedOpener();
  offeredFiles = [...offeredFiles, ...files];
  const offered = files.length > 0 ? state.offered + 1 : state.offered;
  replace({ open: true, filter, title, offered });
}

export function closeUploadDialog(): void {
  replace({ ...state, open: false });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUploadDialogState(): UploadDialogState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => closed,
  );
}
