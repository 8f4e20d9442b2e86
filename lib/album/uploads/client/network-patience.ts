import { UploadCancelledError } from "@/lib/album/uploads/client/upload-errors";

/** Waits this many milliseconds. @throws UploadCancelledError */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new UploadCancelledError()), { once: true });
  });
}

export const pauseFor: Pause = (ms, signal) => {
  if (signal.aborted) return Promise.reject(new UploadCancelledError());
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(new UploadCancelledError());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
};

/** Specification 9.2: starting at 1 s, doubling, capped at 5 s. */
export const backoffMs = (attempt: number) => Math.min(1000 * 2 ** attempt, 5000);

export const isOffline = () => navigator.onLine === false;

/** Resolves when the device reports that it is online. @throws UploadCancelledError */
export async function untilOnline(signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new UploadCancelledError();
  if (!isOffline()) return;
  let onOnline = () => {};
  const online = new Promise<void>((resolve) => {
    onOnline = resolve;
    window.addEventListener("online", onOnline);
  });
  try {
    await Promise.race([online, aborted(signal)]);
  } finally {
    window.removeEventListener("online", onOnline);
  }
}

/** Waits between two attempts: until the network is back, if it was lost, then for the backoff. */
export async function waitForNetwork(attempt: number, signal: AbortSignal, pause: Pause): Promise<void> {
  await untilOnline(signal);
  await pause(backoffMs(attempt), signal);
}
