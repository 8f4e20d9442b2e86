/** Dispatched on the window when a newer worker is waiting. */
export const pwaEvent = "keepsake-pwa";
/** Dispatched on the window when the browser offers the installation, or has done it. */
export const installReadyEvent = "keepsake-install";

/** The prompt that Chromium-based browsers offer, which works once; the page's types lack it. */
export interface InstallPrompt {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface Window {
    keepsakeInstall?: InstallPrompt | null;
    keepsakeUpdate?: ServiceWorkerRegistration;
  }
}
