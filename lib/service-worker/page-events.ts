/** Said on the window when a newer worker waits. */
export const pwaEvent = "keepsake-pwa";
/** Said on the window when the browser offers the installation, or has done it. */
export const installReadyEvent = "keepsake-install";

/** What browsers of Chromium's family hand out to be asked once; the page's types don't know it. */
export interface InstallPrompt {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface Window {
    keepsakeInstall?: InstallPrompt | null;
    keepsakeUpdate?: ServiceWorkerRegistration;
  }
}
