/** The parts of a service worker's scope that the handlers use; the pages' types lack them. */
interface PushWindow {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface ShownNotification {
  title: string;
  options: { body: string; icon: string; badge: string; tag?: string; data: { url: string } };
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}

interface ClickEvent extends ExtendableEvent {
  notification: { close(): void; data?: unknown };
}

interface ChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

export interface PushScope {
  location: { origin: string };
  registration: {
    showNotification(title: string, options: ShownNotification["options"]): Promise<void>;
    getNotifications(): Promise<readonly { close(): void }[]>;
    pushManager: {
      getSubscription(): Promise<PushSubscription | null>;
      subscribe(options: {
        userVisibleOnly: boolean;
        applicationServerKey: Uint8Array<ArrayBuffer>;
      }): Promise<PushSubscription>;
    };
  };
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly PushWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  fetch(path: string, init?: RequestInit): Promise<Response>;
  addEventListener(type: string, listener: (event: never) => void): void;
}

const icon = "/icons/icon-192.png";
const badge = "/icons/badge-96.png";
/** How long a push waits to learn whether anyone is signed in here; the browser allows it little more. */
const sessionCheckMs = 4_000;

const unknown: ShownNotification = {
  title: "Your family album",
  options: { body: "There's something new in your album.", icon, badge, data: { url: "/notifications" } },
};
/** For anyone who holds the device now: contains nothing that anyone wrote. */
const signedOut: ShownNotification = {
  title: "Your family album",
  options: { body: "Sign in to see what's new.", icon, badge, data: { url: "/" } },
};

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** An address of our own site; the start page for anything that would leave it. */
function ownAddress(scope: PushScope, url: unknown): string {
  const { origin } = scope.location;
  try {
    const address = new URL(textIn(url) || "/", origin);
    return address.origin === origin ? address.href : `${origin}/`;
  } catch {
    return `${origin}/`;
  }
}

/** The push as a notification; browsers insist that something is shown, whatever arrived. */
function notificationIn(event: PushEvent): ShownNotification {
  let sent: Record<string, unknown>;
  try {
    const json = event.data?.json();
    if (typeof json !== "object" || json === null) return unknown;
    sent = json as Record<string, unknown>;
  } catch {
    return unknown;
  }
  const title = textIn(sent.title);
  if (!title) return unknown;
  const tag = textIn(sent.tag);
  return {
    title,
    options: {
      body: textIn(sent.body),
      icon,
      badge,
      ...(tag ? { tag } : {}),
      data: { url: textIn(sent.url) || "/" },
    },
  };
}

/** Whether this browser's session has ended; without an answer, it counts as active. */
async function isSignedOut(scope: PushScope): Promise<boolean> {
  try {
    const { status } = await scope.fetch("/api/push/vapid-key", {
      credentials: "include",
      cache: "no-store",
      signal: AbortSignal.timeout(sessionCheckMs),
    });
    return status === 401;
  } catch {
    return false;
  }
}

async function show(scope: PushScope, event: PushEvent): Promise<void> {
  const { title, options } = (await isSignedOut(scope)) ? signedOut : notificationIn(event);
  await scope.registration.showNotification(title, options);
}

/** Specification 4.9: a click leads to the notification's url, in an open window of the album, or else in a new one. */
async function follow(scope: PushScope, data: unknown): Promise<void> {
  const url = ownAddress(scope, (data as { url?: unknown } | null | undefined)?.url);
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const window =
    windows.find((one) => one.url === url) ??
    windows.find(({ visibilityState }) => visibilityState === "visible") ??
    windows[0];
  if (!window) return void (await scope.clients.openWindow(url));
  // Refused if the browser saw no click; the window still navigates there.
  await window.focus().catch(() => {});
  if (window.url === url) return;
  try {
    await window.navigate(url);
  } catch {
    // A window that this worker doesn't control can't be navigated.
    await scope.clients.openWindow(url);
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const post = (scope: PushScope, path: string, body: unknown) =>
  scope.fetch(path, {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Reports this browser's new address to the album after its push service changed it. */
async function renew(scope: PushScope, { oldSubscription, newSubscription }: ChangeEvent): Promise<void> {
  let subscription = newSubscription;
  if (!subscription) {
    const answer = await scope.fetch("/api/push/vapid-key", { credentials: "include" });
    // Nobody is signed in here any more: nothing is to be sent.
    if (!answer.ok) return;
    const { publicKey } = (await answer.json()) as { publicKey: string };
    const applicationServerKey = bytesOf(publicKey);
    const options = { userVisibleOnly: true, applicationServerKey };
    subscription = await scope.registration.pushManager.subscribe(options);
  }
  const { endpoint, keys } = subscription.toJSON();
  await post(scope, "/api/push/subscribe", { endpoint, keys });
  if (oldSubscription && oldSubscription.endpoint !== endpoint) {
    await post(scope, "/api/push/unsubscribe", { endpoint: oldSubscription.endpoint });
  }
}

/**
 * Called at a sign-out: closes the notifications still shown, and ends the subscription, so that pushes still queued
 * for this browser never arrive.
 */
export async function forgetPush({ registration }: PushScope): Promise<void> {
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Shows pushes, follows clicks on them, and keeps the subscription up to date. Imports nothing: it runs in the worker.
 */
export function installPushHandlers(scope: PushScope): void {
  scope.addEventListener("push", (event: PushEvent) => event.waitUntil(show(scope, event)));
  scope.addEventListener("notificationclick", (event: ClickEvent) => {
    event.notification.close();
    event.waitUntil(follow(scope, event.notification.data));
  });
  scope.addEventListener("pushsubscriptionchange", (event: ChangeEvent) =>
    // Until it succeeds, the settings show this browser as inactive.
    event.waitUntil(renew(scope, event).catch(() => {})),
  );
}
