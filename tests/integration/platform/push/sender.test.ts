import net from "node:net";
import { env } from "@/lib/env";
import { getPushSender, PushPostponedError, type PushSender } from "@/lib/platform/push/push";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";
import { hostileEndpoints } from "@/tests/support/hostile-endpoints";
import { startPushService } from "@/tests/support/push-service";
import { makeCertificate } from "@/tests/support/test-certificate";

// Before the settings are first read.
const service = await startPushService(makeCertificate());
Object.assign(process.env, {
  PUSH_ALLOWED_HOSTS: service.host,
  PUSH_CA: service.caFile,
  VAPID_SUBJECT: "mailto:ada@example.org",
});

const options = { ttlSeconds: 60, urgency: "normal" } as const;
const words = JSON.stringify({
  title: "You're in a photo",
  body: "Ämne · 家族 · 👨‍👩‍👧",
  url: "/view-image/1",
});
let sender: PushSender;

beforeEach(() => {
  const found = getPushSender();
  if (!found) throw new Error("There is no sender");
  sender = found;
  service.received.length = 0;
  service.requests.length = 0;
  service.answer = () => null;
});
afterAll(() => service.stop());

/** The error that a promise rejects with, or null. */
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as Error,
  );

test("a push arrives encrypted for one browser, signed by the album, with its time, urgency and topic", async () => {
  const target = service.subscribe(sender.publicKey);
  const topic = "a".repeat(32);
  const outcome = await sender.send(target, words, { ttlSeconds: 86_400, urgency: "high", topic });
  expect(outcome).toBe("sent");
  expect(service.received).toEqual([
    {
      endpoint: target.endpoint,
      ttl: "86400",
      urgency: "high",
      topic,
      subject: "mailto:ada@example.org",
      data: JSON.parse(words),
      bytes: Buffer.byteLength(words),
    },
  ]);
});

test("the largest possible payload fits", async () => {
  const target = service.subscribe();
  expect(await sender.send(target, JSON.stringify({ title: "x".repeat(3_000) }), options)).toBe("sent");
});

test("one connection serves many pushes", async () => {
  const before = service.connections;
  for (let at = 0; at < 10; at++) await sender.send(service.subscribe(), words, options);
  expect(service.received).toHaveLength(10);
  expect(service.connections - before).toBeLessThanOrEqual(1);
});

test.each([404, 410])("a browser that ended its subscription (%i) is gone", async (status) => {
  service.answer = () => ({ status });
  expect(await sender.send(service.subscribe(), words, options)).toBe("gone");
});

test.each([400, 401, 403, 413, 301, 302, 307])("a push answered with %i is not retried", async (status) => {
  const target = service.subscribe();
  service.answer = () => ({ status, headers: { Location: `https://${service.host}/elsewhere` } });
  const error = await failure(sender.send(target, words, options));
  expect(error).toBeInstanceOf(UndeliverableError);
  expect(error?.message).toBe(`The push service answered ${status}`);
  // No redirect was followed.
  expect(service.requests).toEqual([target.endpoint]);
});

test.each([
  [429, "120", 120],
  [503, new Date(Date.now() + 3_600_000).toUTCString(), 3_600],
  [500, undefined, null],
  [502, "soon", null],
  [408, undefined, null],
])("a push answered with %i is postponed, by %s", async (status, header, seconds) => {
  service.answer = () => ({ status, ...(header ? { headers: { "Retry-After": header } } : {}) });
  const error = await failure(sender.send(service.subscribe(), words, options));
  expect(error).toBeInstanceOf(PushPostponedError);
  const { retryAfterSeconds } = error as PushPostponedError;
  if (seconds === null) expect(retryAfterSeconds).toBeNull();
  else expect(Math.abs((retryAfterSeconds ?? 0) - seconds)).toBeLessThan(5);
});

test("a service that never answers is abandoned after five seconds", async () => {
  service.answer = () => "hang";
  const target = service.subscribe();
  const error = await failure(sender.send(target, words, options));
  expect(error).toBeInstanceOf(PushPostponedError);
  expect(error?.message).toBe("The push service took too long");
  expect(String(error?.stack)).not.toContain(target.endpoint);
});

test("an overlong answer is cut off and changes nothing", async () => {
  service.answer = () => ({ status: 201, body: "x".repeat(50_000_000) });
  expect(await sender.send(service.subscribe(), words, options)).toBe("sent");
});

test("an unreachable service is retried later", async () => {
  const closed = await new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
  const host = `localhost:${closed}`;
  env.PUSH_ALLOWED_HOSTS.push(host);
  const target = { ...service.subscribe(), endpoint: `https://${host}/push/1` };
  const error = await failure(sender.send(target, words, options));
  env.PUSH_ALLOWED_HOSTS.pop();
  expect(error).toBeInstanceOf(PushPostponedError);
});

test("invalid browser keys are refused before anything is sent", async () => {
  const { endpoint } = service.subscribe();
  const keys = { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: "AAAAAAAAAAAAAAAAAAAAAA" };
  expect(await failure(sender.send({ endpoint, keys }, words, options))).toBeInstanceOf(UndeliverableError);
  expect(service.requests).toEqual([]);
});

test("hostile addresses open no connection", async () => {
  const seen: unknown[] = [];
  const listening = net.createServer((socket) => {
    seen.push(socket.remoteAddress);
    socket.destroy();
  });
  const port = await new Promise<number>((resolve) =>
    listening.listen(0, () => resolve((listening.address() as net.AddressInfo).port)),
  );
  // Every connection that this process opens starts here.
  const connecting = jest.spyOn(net.Socket.prototype, "connect");
  const endpoints = hostileEndpoints(port);
  expect(new Set(endpoints).size).toBeGreaterThanOrEqual(40);
  const { keys } = service.subscribe();
  for (const endpoint of endpoints) {
    const error = await failure(sender.send({ endpoint, keys }, words, options));
    expect([endpoint, error instanceof UndeliverableError]).toEqual([endpoint, true]);
    expect(error?.message).toBe("The address doesn't belong to an allowed push service");
  }
  expect(connecting).not.toHaveBeenCalled();
  // As a control: an allowed address does connect.
  service.answer = () => ({ status: 201, headers: { Connection: "close" } });
  await sender.send(service.subscribe(), words, options);
  await sender.send(service.subscribe(), words, options);
  expect(connecting).toHaveBeenCalled();
  connecting.mockRestore();
  expect(seen).toEqual([]);
  await new Promise((resolve) => listening.close(resolve));
});
