import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PushSettings } from "@/components/notify/push/push-settings";
import { removeToast } from "@/components/ui/toast";
import type { SubscribeInput } from "@/lib/notify/push/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { FakePushBrowser } from "@/tests/support/fake-push-browser";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let browser: FakePushBrowser;
let api: FakeApi;
/** The subscriptions that the album knows of for this session. */
let known: string[];

beforeEach(() => {
  known = [];
  browser = new FakePushBrowser().install();
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/push/vapid-key", { json: { publicKey: "BAEC" } })
    .on("GET /api/push/devices", () => ({ json: { devices: known.length, endpoints: known } }))
    .on("POST /api/push/subscribe", ({ body }) => {
      known = [(body as SubscribeInput).endpoint];
      return { status: 201, json: { success: true } };
    })
    .on("POST /api/push/unsubscribe", ({ body }) => {
      known = known.filter((endpoint) => endpoint !== (body as { endpoint: string }).endpoint);
      return { json: { success: true } };
    })
    .on("POST /api/push/test", { status: 202, json: { success: true, devices: 2 } })
    .install();
});
afterEach(() => {
  removeToast();
  FakePushBrowser.remove();
  jest.restoreAllMocks();
});

const show = () => renderPage(<PushSettings appName="Keepsake" />);
const theSwitch = () => screen.findByRole("switch", { name: "Push notifications" });
const testButton = () => screen.queryByRole("button", { name: "Send a test notification" });
/** The values beside "Permission" and "Subscription". */
async function states(): Promise<(string | null | undefined)[]> {
  await theSwitch();
  return ["Permission", "Subscription"].map((name) => screen.getByText(name).nextElementSibling?.textContent);
}
const becomes = (permission: string, subscription: string) =>
  waitFor(async () => expect(await states()).toEqual([permission, subscription]));
const posts = () => api.calls.filter(({ method }) => method === "POST").map(({ path }) => path);
const userAgentIs = (userAgent: string) =>
  jest.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);

/** A browser in which notifications were switched on before. */
function subscribedBefore(endpoint = "https://push.test/before"): void {
  browser.permission = "granted";
  browser.subscription = {
    endpoint,
    applicationServerKey: new Uint8Array([4, 1, 2]),
    keys: browser.keys,
  };
}

test("nobody is asked before using the switch: 'Not set' and 'Inactive', without a test button", async () => {
  show();
  expect(await states()).toEqual(["Not set", "Inactive"]);
  expect(await theSwitch()).not.toBeChecked();
  expect(testButton()).toBeNull();
  expect([browser.asked, browser.registered, posts()]).toEqual([0, [], []]);
});

test("switching on asks, registers /sw.js, subscribes with the album's key and notifies the album", async () => {
  show();
  await userEvent.click(await theSwitch());
  await becomes("Allowed", "Active");
  expect(await theSwitch()).toBeChecked();
  expect(browser.registered).toEqual(["/sw.js"]);
  expect(browser.subscription?.applicationServerKey).toEqual(new Uint8Array([4, 1, 2]));
  expect(api.calls.find(({ path }) => path === "/api/push/subscribe")?.body).toEqual({
    endpoint: "https://push.test/1",
    keys: { p256dh: "P".repeat(87), auth: "A".repeat(22) },
  });
  expect(screen.getByText("1 of your devices gets notifications.")).toBeVisible();
});

test("switching off unsubscribes the browser and notifies the album", async () => {
  subscribedBefore();
  known = ["https://push.test/before", "https://push.test/tablet"];
  show();
  expect(await states()).toEqual(["Allowed", "Active"]);
  await userEvent.click(await theSwitch());
  await becomes("Allowed", "Inactive");
  expect(browser.subscription).toBeNull();
  expect(known).toEqual(["https://push.test/tablet"]);
  expect(testButton()).toBeNull();
});

test("the test button appears only when on and subscribed, and sends the caller's message", async () => {
  show();
  await theSwitch();
  expect(testButton()).toBeNull();
  await userEvent.click(await theSwitch());
  await waitFor(() => expect(testButton()).toBeVisible());
  await userEvent.click(testButton() as HTMLElement);
  expect(await screen.findByText("Test notification sent")).toBeVisible();
  expect(screen.getByText("Sent to 2 of your devices. It should arrive shortly.")).toBeVisible();
  expect(api.calls.at(-1)?.body).toEqual({
    title: "Keepsake",
    body: "Notifications work on this device.",
  });
});

test("a test that could not be sent shows 'Test failed' and why", async () => {
  subscribedBefore();
  known = ["https://push.test/before"];
  api.on("POST /api/push/test", { status: 429, json: { error: "Please wait 5 minutes and try again." } });
  show();
  await theSwitch();
  await userEvent.click(testButton() as HTMLElement);
  expect(await screen.findByText("Test failed")).toBeVisible();
  expect(screen.getByText("Please wait 5 minutes and try again.")).toBeVisible();
});

test("someone who says no sees 'Push notification permission denied', and how to allow it", async () => {
  browser.answer = "denied";
  show();
  await userEvent.click(await theSwitch());
  expect(await screen.findByText("Push notification permission denied")).toBeVisible();
  await becomes("Blocked", "Inactive");
  expect(screen.getByText("Notifications are blocked in this browser")).toBeVisible();
  expect(await theSwitch()).not.toBeChecked();
  expect(posts()).toEqual([]);
});

test.each([
  ["Mozilla/5.0 (Linux; Android 15) Chrome/141", /Tap the icon left of the address/],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    /device's Settings, then Notifications, choose Keepsake/,
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/141", /Click the icon left of the address/],
])("if it is blocked, %s sees what to do there", async (userAgent, words) => {
  userAgentIs(userAgent);
  browser.permission = "denied";
  show();
  expect(await states()).toEqual(["Blocked", "Inactive"]);
  expect(screen.getByText(words)).toBeVisible();
});

test("a permission changed elsewhere shows when the person comes back", async () => {
  browser.permission = "denied";
  show();
  await becomes("Blocked", "Inactive");
  browser.permission = "granted";
  window.dispatchEvent(new Event("visibilitychange"));
  await becomes("Allowed", "Inactive");
});

describe("failures use the specification's words, and nothing stays half done:", () => {
  const failures: [string, () => void][] = [
    [
      "Failed to get VAPID key",
      () => api.on("GET /api/push/vapid-key", { status: 503, json: { error: "No keys" } }),
    ],
    [
      "Failed to get subscription keys",
      () => {
        browser.keys = {};
      },
    ],
    [
      "Failed to get subscription keys",
      () => {
        browser.isServiceAway = true;
      },
    ],
    [
      "Failed to save subscription to server",
      () => api.on("POST /api/push/subscribe", { status: 500, json: { error: "Broken" } }),
    ],
    [
      "Notifications not supported",
      () => {
        browser.refusesWorkers = true;
      },
    ],
  ];
  test.each(failures)("'%s' (case %#)", async (words, breakIt) => {
    breakIt();
    show();
    await userEvent.click(await theSwitch());
    expect(await screen.findByText(words)).toBeVisible();
    await becomes("Allowed", "Inactive");
    expect(await theSwitch()).not.toBeChecked();
    expect(known).toEqual([]);
    expect(browser.asked).toBe(1);
  });

  test("'Failed to remove subscription from server'", async () => {
    subscribedBefore();
    known = ["https://push.test/before"];
    api.on("POST /api/push/unsubscribe", { status: 500, json: { error: "Broken" } });
    show();
    await userEvent.click(await theSwitch());
    expect(await screen.findByText("Failed to remove subscription from server")).toBeVisible();
    await becomes("Allowed", "Inactive");
    expect(browser.subscription).toBeNull();
  });
});

test("a subscription of an earlier account doesn't count, and is replaced", async () => {
  subscribedBefore();
  show();
  expect(await states()).toEqual(["Allowed", "Inactive"]);
  await userEvent.click(await theSwitch());
  await becomes("Allowed", "Active");
  expect(known).toEqual(["https://push.test/1"]);
});

test("if the state could not be determined, one can retry", async () => {
  api.on("GET /api/push/devices", { status: 500, json: { error: "Broken" } });
  show();
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("couldn't check notifications");
  api.on("GET /api/push/devices", { json: { devices: 0, endpoints: [] } });
  await userEvent.click(within(alert).getByRole("button", { name: "Try Again" }));
  await becomes("Not set", "Inactive");
});

test("a browser without push shows 'Notifications not supported' and no switch", async () => {
  FakePushBrowser.remove();
  show();
  expect(screen.getByText("Notifications not supported")).toBeVisible();
  expect(screen.queryByRole("switch")).toBeNull();
  await waitFor(() => expect(api.made("GET /api/push")).toEqual([]));
});

test("an iPhone's browser tab explains how to put the album on the home screen first", async () => {
  FakePushBrowser.remove();
  userAgentIs("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1.15");
  Object.defineProperty(window, "isSecureContext", { configurable: true, value: true });
  show();
  expect(screen.getByText("First put the album on your home screen")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Download App" }));
  expect(await screen.findByText("On your iPhone or iPad")).toBeVisible();
  Reflect.deleteProperty(window, "isSecureContext");
});
