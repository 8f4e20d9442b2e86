import {
  getPushDevices,
  getVapidKey,
  removeSubscription,
  saveSubscription,
} from "@/lib/notify/push/client/queries";
import { registerServiceWorker } from "@/lib/service-worker/registration";
import { devicePlatform } from "@/lib/shared/device-platform";

/** Whether this browser can receive pushes. `homeScreen`: once the album is on the home screen (iOS). */
export type PushSupport = "yes" | "homeScreen" | "no";

/** What the settings show about this browser (specification 4.9). */
export interface BrowserPush {
  permission: NotificationPermission;
  /** The browser has subscribed, and the album has it as this person's. */
  isSubscribed: boolean;
  /** How many of the person's browsers get notifications. */
  devices: number;
}

/** Why it didn't work, with the text of specification 8.6; `advice` says what to do. */
export class PushError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "PushError";
    this.advice = advice;
  }
}

const isStandalone = () => window.matchMedia("(display-mode: standalone)").matches;

export function pushSupport(): PushSupport {
  const canPush = "Notification" in window && "serviceWorker" in navigator && "PushManager" in window;
  if (canPush) return "yes";
  // Safari only has these for albums on the home screen and for pages on https.
  const isIos = devicePlatform(navigator.userAgent, navigator.maxTouchPoints) === "ios";
  return isIos && window.isSecureContext && !isStandalone() ? "homeScreen" : "no";
}

async function storedSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The current state. A subscription of an earlier account, or one that the album forgot, doesn't count. */
export async function readBrowserPush(): Promise<BrowserPush> {
  const { permission } = Notification;
  const [subscription, { devices, endpoints }] = await Promise.all([storedSubscription(), getPushDevices()]);
  const isSubscribed =
    permission === "granted" && subscription !== null && endpoints.includes(subscription.endpoint);
  return { permission, isSubscribed, devices };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const tryAgain = "Nothing was changed. Please try again.";

async function vapidKey(): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return bytesOf(await getVapidKey());
  } catch (error) {
    throw new PushError("Failed to get VAPID key", tryAgain, { cause: error });
  }
}

/** How long to wait: a worker that can't be installed never reports it. */
const installationMs = 15_000;

/** @throws PushError */
async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await registerServiceWorker();
  if (!registration) {
    throw new PushError(
      "Notifications not supported",
      "This browser doesn't let the album show notifications. It may be a private window.",
    );
  }
  if (registration.active) return registration;
  // A worker that is still being installed can't subscribe yet.
  const overdue = new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new PushError("Notifications not supported", "Please reload the page and try again.")),
      installationMs,
    ),
  );
  return Promise.race([navigator.serviceWorker.ready, overdue]);
}

/** A new subscription; the old one may be another account's, or made with another key. @throws PushError */
async function newSubscription(
  registration: ServiceWorkerRegistration,
  applicationServerKey: Uint8Array<ArrayBuffer>,
) {
  const failed = (cause?: unknown) =>
    new PushError(
      "Failed to get subscription keys",
      "The browser's notification service didn't answer. Please try again later.",
      { cause },
    );
  let subscription: PushSubscription;
  try {
    const old = await registration.pushManager.getSubscription();
    await old?.unsubscribe();
    subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch (error) {
    throw failed(error);
  }
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw failed();
  return { subscription, input: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } };
}

/** Asks for permission if needed, subscribes, and registers with the album. @throws PushError */
export async function switchPushOn(): Promise<void> {
  // First of all, because browsers only ask right after a press.
  if ((await Notification.requestPermission()) !== "granted") {
    throw new PushError(
      "Push notification permission denied",
      "You can allow notifications for this site in your browser's settings.",
    );
  }
  const key = await vapidKey();
  const { subscription, input } = await newSubscription(await workerRegistration(), key);
  try {
    await saveSubscription(input);
  } catch (error) {
    await subscription.unsubscribe().catch(() => false);
    throw new PushError("Failed to save subscription to server", tryAgain, { cause: error });
  }
}

/** Unsubscribes this browser first: that works without the album. @throws PushError */
export async function switchPushOff(): Promise<void> {
  const subscription = await storedSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe().catch(() => false);
  try {
    await removeSubscription(endpoint);
  } catch (error) {
    throw new PushError(
      "Failed to remove subscription from server",
      "This device won't get notifications. The server will find out shortly.",
      { cause: error },
    );
  }
}
