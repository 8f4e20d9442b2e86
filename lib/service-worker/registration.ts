import { serviceWorkerPath } from "@/lib/service-worker/cache-names";

/**
 * The worker's registration, created if the page's start-up hasn't done so yet.
 * @returns null if there are no service workers: outside https and localhost, and in some private windows
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = globalThis.navigator?.serviceWorker;
  if (!container) return null;
  try {
    return await container.register(serviceWorkerPath, { updateViaCache: "none" });
  } catch {
    return null;
  }
}

/** Puts the waiting worker in charge and reloads the page with it. */
export function changeToNewVersion(registration: ServiceWorkerRegistration, reload: () => void): void {
  const { waiting } = registration;
  if (!waiting) {
    reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => reload(), { once: true });
  waiting.postMessage({ type: "SKIP_WAITING" });
}
