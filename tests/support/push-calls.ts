import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { call } from "@/tests/support/call";
import type { Person } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

/** A nonexistent browser: nothing is sent to it. */
const madeUpBrowser = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  keys: {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  },
});

const subscribed = async ({ cookie }: Person) => {
  const subscription = madeUpBrowser();
  const { status } = await call("POST", "/api/push/subscribe", { cookie, json: subscription });
  if (status !== 201) throw new Error(`Subscribing was answered ${status}`);
  return subscription.endpoint;
};

/** Valid requests for the calls about notifications to devices. */
export const pushCalls: Record<string, SampleCall> = {
  "GET /api/push/vapid-key": { request: () => ({ path: "/api/push/vapid-key" }), status: 200 },
  "GET /api/push/devices": { request: () => ({ path: "/api/push/devices" }), status: 200 },
  "POST /api/push/subscribe": {
    request: () => ({ path: "/api/push/subscribe", json: madeUpBrowser() }),
    status: 201,
  },
  "POST /api/push/unsubscribe": {
    prepare: subscribed,
    request: (endpoint) => ({ path: "/api/push/unsubscribe", json: { endpoint } }),
    status: 200,
  },
  "POST /api/push/test": {
    prepare: subscribed,
    request: () => ({ path: "/api/push/test", json: { title: "Keepsake", body: "It works" } }),
    status: 202,
  },
};
