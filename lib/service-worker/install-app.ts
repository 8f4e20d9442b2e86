import { useSyncExternalStore } from "react";
import { installReadyEvent } from "@/lib/service-worker/page-events";

function subscribe(listener: () => void): () => void {
  window.addEventListener(installReadyEvent, listener);
  return () => window.removeEventListener(installReadyEvent, listener);
}

/** Whether the browser would install the album if asked now. */
export function useCanInstall(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => Boolean(window.keepsakeInstall),
    () => false,
  );
}

/** Whether this page runs as the installed app: from the home screen, in its own window. */
export function isInstalled(): boolean {
  const isStandalone = window.matchMedia?.("(display-mode: standalone)").matches ?? false;
  return isStandalone || (navigator as { standalone?: boolean }).standalone === true;
}

/** Shows the browser's own prompt. An offer works once. @returns whether it is installed now */
export async function installApp(): Promise<boolean> {
  const offer = window.keepsakeInstall;
  if (!offer) return false;
  window.keepsakeInstall = null;
  window.dispatchEvent(new Event(installReadyEvent));
  return (await offer.prompt()).outcome === "accepted";
}

/** The installation's name, from the page's head. */
export function appNameOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "The album";
}
