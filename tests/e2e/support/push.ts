import { type BrowserContext, expect, type Page } from "@playwright/test";

/** A push as the local push service received and decrypted it. */
export interface ReceivedPush {
  data: { title: string; body: string; url: string; notificationId: string | null };
}

const desk = `http://localhost:${process.env.E2E_PUSH_DESK_PORT}`;

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`${desk}${path}`);
  if (!answer.ok) throw new Error(`The push service answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** The pushes for a browser so far. */
export const pushesFor = (endpoint: string) =>
  ask<ReceivedPush[]>(`/received?endpoint=${encodeURIComponent(endpoint)}`);

/** The push that a browser gets after its first `count`, decrypted; waits for it. */
export async function pushAfter(endpoint: string, count: number): Promise<ReceivedPush["data"]> {
  await expect.poll(async () => (await pushesFor(endpoint)).length).toBe(count + 1);
  return ((await pushesFor(endpoint))[count] as ReceivedPush).data;
}

/**
 * Gives the pages of a context a subscription at the local push service, because the browser's own, at its vendor's
 * service, isn't available offline. Everything else is the browser's.
 */
export async function subscribeLocally(
  context: BrowserContext,
  baseURL: string | undefined,
): Promise<string> {
  const { publicKey } = (await (await context.request.get("/api/push/vapid-key")).json()) as {
    publicKey: string;
  };
  const subscription = await ask<{ endpoint: string }>(`/subscribe?publicKey=${publicKey}`);
  await context.grantPermissions(["notifications"], { origin: new URL(baseURL ?? "").origin });
  await context.addInitScript((json) => {
    const kept = "test-push-subscription";
    const made = {
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) ? made : null);
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(kept, "yes");
      return made;
    };
  }, subscription);
  return subscription.endpoint;
}

interface WatchedWorker {
  registration: ServiceWorkerRegistration;
  hasShown?: Promise<void>;
}

/** Runs in a service worker: `hasShown` resolves once the next notification is shown. */
function watchShowing(): void {
  const worker = globalThis as unknown as WatchedWorker;
  const { registration } = worker;
  worker.hasShown = new Promise((resolve, reject) => {
    registration.showNotification = (...given) => {
      const showing = ServiceWorkerRegistration.prototype.showNotification.apply(registration, given);
      showing.then(resolve, reject);
      return showing;
    };
  });
}

/**
 * Hands a push to the page's service worker, as the browser does once it has decrypted one, and waits until it is
 * shown: Chromium forgets a notification if it is asked for the list while it shows one.
 */
export async function deliver(page: Page, data: unknown): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const context = page.context();
  if (context.serviceWorkers().length === 0) await context.waitForEvent("serviceworker");
  // A worker that a sign-out removed may still be among them.
  const workers = context.serviceWorkers();
  await Promise.allSettled(workers.map((worker) => worker.evaluate(watchShowing)));
  const session = await page.context().newCDPSession(page);
  // A sign-out removes the worker and the next page installs another; for a while the browser lists both.
  const gone = new Set<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const { registrationId, isDeleted } of registrations) if (isDeleted) gone.add(registrationId);
  });
  const registrationId = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      const active = versions.filter(
        ({ status, registrationId }) => status === "activated" && !gone.has(registrationId),
      );
      const newest = active.sort((one, other) => Number(other.versionId) - Number(one.versionId))[0];
      if (newest) resolve(newest.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify(data),
  });
  const hasShown = () => (globalThis as unknown as WatchedWorker).hasShown;
  await Promise.any(workers.map((worker) => worker.evaluate(hasShown)));
  await session.detach();
}

/** What the device shows. */
export const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

/** Clicks the notification that is shown. */
export async function pressNotification(context: BrowserContext): Promise<void> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      dispatchEvent(event: Event): void;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("Nothing is shown");
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
}

/** Turns this browser's pushes on in the settings, as a person does. */
export async function switchPushOn(page: Page): Promise<void> {
  await page.goto("/settings?tab=notifications");
  await page.getByRole("switch", { name: "Push notifications" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
}
