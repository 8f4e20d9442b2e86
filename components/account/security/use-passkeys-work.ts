import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether passkeys work in this browser; only on https and on localhost. False until hydration. */
export function usePasskeysWork(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => typeof window.PublicKeyCredential === "function",
    () => false,
  );
}
