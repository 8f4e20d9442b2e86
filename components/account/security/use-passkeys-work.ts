import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether this browser knows passkeys here; it does on https and on localhost only. False until the page woke. */
export function usePasskeysWork(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => typeof window.PublicKeyCredential === "function",
    () => false,
  );
}
