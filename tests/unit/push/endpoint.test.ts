import { env } from "@/lib/env";
import { pushAddress } from "@/lib/platform/push/endpoint";
import { hostileEndpoints } from "@/tests/support/hostile-endpoints";

test.each([
  "https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91bH-x_y",
  "https://fcm.googleapis.com/wp/dQw4w9WgXcQ:APA91bH-x_y",
  "https://android.googleapis.com/gcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk-x_y",
  "https://web.push.apple.com/QGh5-x_y",
  "https://api.push.apple.com/3/device/x",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2bx%3d",
])("%s is a push service's", (endpoint) => {
  expect(pushAddress(endpoint)?.href).toBe(endpoint);
});

test.each(hostileEndpoints(8443).map((endpoint) => [endpoint]))("%j isn't one", (endpoint) => {
  expect(pushAddress(endpoint)).toBeNull();
});

test("the operator can list more push services, with their port", () => {
  env.PUSH_ALLOWED_HOSTS.push("push.example.org", "localhost:8443");
  const isAllowed = (endpoint: string) => pushAddress(endpoint) !== null;
  expect(isAllowed("https://push.example.org/x")).toBe(true);
  expect(isAllowed("https://localhost:8443/x")).toBe(true);
  expect(isAllowed("https://push.example.org:8443/x")).toBe(false);
  expect(isAllowed("https://localhost/x")).toBe(false);
  expect(isAllowed("http://localhost:8443/x")).toBe(false);
  expect(isAllowed("https://a.push.example.org/x")).toBe(false);
  env.PUSH_ALLOWED_HOSTS.length = 0;
});
