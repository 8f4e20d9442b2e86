import type { QueryClient } from "@tanstack/react-query";
import { isPublicCache } from "@/lib/service-worker/cache-names";

/** Set while a sign-out is not yet confirmed by the server; also read by the script in the page's head. */
export const signOutMarkerKey = "signOutPending";
const channelName = "keepsake-session";
const callTimeoutMs = 8000;

export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(signOutMarkerKey) !== null;
  } catch {
    return false;
  }
}

/**
 * Asks the server to end the session.
 * @returns whether it has ended; a failure is only logged (specification 8.2)
 */
export async function endServerSession(): Promise<boolean> {
  try {
    const response = await fetch("/api/auth/logout", {
      method: "POST",
      credentials: "include",
      keepalive: true,
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    if (response.ok || response.status === 401) return true;
    console.error(`Sign-out failed with status ${response.status}`);
  } catch (error) {
    console.error("Sign-out could not reach the server", error);
  }
  return false;
}

function clearCookies(): void {
  for (const pair of document.cookie.split(";")) {
    const name = pair.split("=")[0]?.trim();
    if (!name) continue;
    for (const domain of ["", `; domain=${location.hostname}`]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on http
      document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/${domain}`;
    }
  }
}

async function clearDatabases(): Promise<void> {
  const databases = (await globalThis.indexedDB?.databases?.()) ?? [];
  await Promise.all(
    databases.map(
      ({ name }) =>
        new Promise<void>((resolve) => {
          if (!name) return resolve();
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = request.onerror = request.onblocked = () => resolve();
        }),
    ),
  );
}

async function clearCaches(): Promise<void> {
  // Missing outside secure contexts.
  const names = (await globalThis.caches?.keys()) ?? [];
  // The build's own files aren't personal, and the offline page needs them.
  await Promise.all(names.filter((name) => !isPublicCache(name)).map((name) => caches.delete(name)));
}

function leaveMarker(): void {
  try {
    localStorage.setItem(signOutMarkerKey, String(Date.now()));
  } catch {
    // Without storage, nothing outlives this page anyway.
  }
}

/**
 * Removes everything this browser stores about anyone. Failures in here must not stop the sign-out.
 * @param keepsMarker leaves the marker of an unfinished sign-out in place, without ever removing it
 */
async function clearClientData(queryClient: QueryClient, keepsMarker: boolean): Promise<void> {
  queryClient.clear();
  try {
    localStorage.clear();
    if (keepsMarker) leaveMarker();
    sessionStorage.clear();
  } catch (error) {
    console.error("Clearing stored data failed", error);
  }
  clearCookies();
  const results = await Promise.allSettled([clearDatabases(), clearCaches()]);
  for (const result of results) {
    if (result.status === "rejected") console.error("Clearing stored data failed", result.reason);
  }
}

/**
 * Sign-out of specification 4.1, except for leaving the page. If the server call fails it continues, and leaves a
 * marker so that the next load repeats the call before showing anything.
 */
export async function signOutEverywhereHere(queryClient: QueryClient): Promise<boolean> {
  leaveMarker();
  // Also before the call, which may take a while: from here on the worker stores nothing more.
  await clearCaches().catch(() => {});
  const isEnded = await endServerSession();
  await clearClientData(queryClient, !isEnded);
  announceSignOut();
  return isEnded;
}

/** Repeats an unfinished sign-out. @returns whether the session has ended now */
export async function finishPendingSignOut(queryClient: QueryClient): Promise<boolean> {
  if (!(await endServerSession())) return false;
  await clearClientData(queryClient, false);
  announceSignOut();
  return true;
}

// One channel for sending and receiving: a channel never receives its own messages, so the page won't follow itself.
let channel: BroadcastChannel | null | undefined;

function sessionChannel(): BroadcastChannel | null {
  if (channel === undefined) {
    channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(channelName);
  }
  return channel;
}

function announceSignOut(): void {
  sessionChannel()?.postMessage("signed-out");
}

const familySwitched = "family-switched";

/** Tells the other tabs, which share the session, that it has switched to another family. */
export function announceFamilySwitch(): void {
  sessionChannel()?.postMessage(familySwitched);
}

/** Calls back when another tab signed out or switched the family. @returns a function that stops listening */
export function onSessionChangeElsewhere(listener: () => void, onFamilySwitch: () => void): () => void {
  const hear = ({ data }: MessageEvent) => (data === familySwitched ? onFamilySwitch() : listener());
  // Without BroadcastChannel, the other tab's localStorage.clear() arrives as an event without a key.
  const listenToStorage = (event: StorageEvent) => {
    if (event.key === null) listener();
  };
  const current = sessionChannel();
  if (current) current.addEventListener("message", hear);
  else window.addEventListener("storage", listenToStorage);
  return () => {
    current?.removeEventListener("message", hear);
    window.removeEventListener("storage", listenToStorage);
  };
}
