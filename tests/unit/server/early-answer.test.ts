import type { IncomingMessage, RequestListener, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { createLimitedServer, serverLimits } from "@/server/limited-server";
import { KeepAliveClient, type Upload } from "@/tests/support/keep-alive-client";

const words = JSON.stringify({ message: "This file is not a picture." });
const mega = 1_000_000;

/** How much of the body a call has read when it refuses; covers every way in which the album reads one. */
const ways: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
  untouched: async () => {},
  "paused after its first piece": async (request) => {
    for await (const _ of request.iterator({ destroyOnReturn: false })) break;
  },
  "read as a web stream, some of it": (request) => Readable.toWeb(request).getReader().read(),
  "piped into something that is full": async (request) => {
    request.pipe(new (await import("node:stream")).PassThrough({ highWaterMark: 1 }));
    await new Promise((resolve) => setImmediate(resolve));
  },
};

const served: string[] = [];

const refuseEarly: RequestListener = async (request, response) => {
  served.push(`${request.method} ${request.url}`);
  const asked = new URL(request.url ?? "", "http://album");
  const hasBody = request.method === "POST";
  if (hasBody) await ways[asked.searchParams.get("way") ?? "untouched"]?.(request);
  response.statusCode = hasBody ? Number(asked.searchParams.get("status") ?? 415) : 200;
  response.setHeader("Content-Type", "application/json");
  response.end(request.method === "HEAD" ? undefined : words);
};

let server: Server;
let client: KeepAliveClient;

async function start(limits: Partial<typeof serverLimits> = {}, listener = refuseEarly): Promise<void> {
  server = createLimitedServer(listener, undefined, { ...serverLimits, ...limits });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = new KeepAliveClient({ host: "127.0.0.1", port: (server.address() as AddressInfo).port });
}

afterEach(async () => {
  served.length = 0;
  client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A refused upload, then the same browser's next request. */
async function refusedThenOn(upload: Upload): Promise<{ isKept: boolean; sentBytes: number }> {
  const refused = await client.send(upload);
  const next = await client.send({ method: "GET", path: "/next" });
  expect([refused.text, next.status, next.text]).toEqual([words, 200, words]);
  // A request that hangs is answered only when the server stops waiting for the rest of the body.
  expect(Math.max(refused.ms, next.ms)).toBeLessThan(serverLimits.restMs / 2);
  return refused;
}

const sizes = [10_000, 100_000, mega, 9 * mega];

test.each(Object.keys(ways))("a refused upload whose body was %s doesn't hang the browser", async (way) => {
  await start();
  for (const bytes of sizes) {
    for (const isPatient of [true, false]) {
      for (const isChunked of [true, false]) {
        await refusedThenOn({
          path: `/?way=${encodeURIComponent(way)}`,
          bytes,
          isPatient,
          isChunked,
          headers: { "Content-Type": "application/json" },
        });
      }
    }
  }
});

test.each([400, 401, 403, 404, 413, 415, 422, 429, 503])(
  "a refusal with %i is read completely",
  async (status) => {
    await start();
    for (const bytes of sizes) {
      const refused = await client.send({ path: `/?status=${status}`, bytes, isPatient: true });
      expect([refused.status, refused.text]).toEqual([status, words]);
      await refusedThenOn({ path: `/?status=${status}`, bytes });
    }
  },
);

test("150 MB are cut short if the client listens, and skipped if it doesn't", async () => {
  await start();
  const { sentBytes } = await refusedThenOn({ path: "/", bytes: 150 * mega });
  expect(sentBytes).toBeLessThan(20 * mega);
  expect((await client.send({ path: "/", bytes: 150 * mega, isPatient: true })).text).toBe(words);
});

test("a refused chunk keeps its connection, something larger ends it", async () => {
  await start();
  expect((await refusedThenOn({ path: "/", bytes: 1.4 * mega, isPatient: true })).isKept).toBe(true);
  expect((await refusedThenOn({ path: "/", bytes: 3 * mega, isPatient: true })).isKept).toBe(false);
});

test("a proxy that opens a connection for every request reads the refusal too", async () => {
  await start();
  for (const bytes of sizes) {
    const answer = await client.send({ path: "/", bytes, isPatient: true, headers: { Connection: "close" } });
    expect(answer).toMatchObject({ status: 415, text: words, isKept: false });
  }
});

test("a client that asks before it sends is refused without sending anything", async () => {
  await start();
  const refused = await client.send({ path: "/", bytes: 9 * mega, headers: { Expect: "100-continue" } });
  expect(refused).toMatchObject({ status: 415, text: words, interim: [], sentBytes: 0, isKept: false });
  await refusedThenOn({ path: "/", bytes: 100, headers: { Expect: "100-continue" } });
});

test("a client that asks before it sends is told to continue once its body is wanted", async () => {
  await start({}, async (request, response) => {
    let bytes = 0;
    for await (const piece of request) bytes += (piece as Buffer).length;
    response.end(`got ${bytes}`);
  });
  const answer = await client.send({ path: "/", bytes: 9 * mega, headers: { Expect: "100-continue" } });
  expect(answer).toMatchObject({ status: 200, text: `got ${9 * mega}`, interim: [100], isKept: true });
});

test("requests after a refusal that ends the connection are not carried out", async () => {
  await start();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  socket.on("data", (some) => {
    heard += some;
  });
  const head = `POST /first HTTP/1.1\r\nHost: album\r\nContent-Length: ${3 * mega}\r\n\r\n`;
  socket.write(head + "x".repeat(3 * mega));
  socket.end("POST /second HTTP/1.1\r\nHost: album\r\nContent-Length: 0\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 415"]);
  expect(served).toEqual(["POST /first"]);
});

test("pipelined requests on one connection are answered in turn after a small refusal", async () => {
  await start();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  socket.on("data", (some) => {
    heard += some;
  });
  const post = `POST / HTTP/1.1\r\nHost: album\r\nContent-Length: 200000\r\n\r\n${"x".repeat(200_000)}`;
  socket.write(`${post}${post}HEAD / HTTP/1.1\r\nHost: album\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 415", "HTTP/1.1 415", "HTTP/1.1 200"]);
});

/** A client that keeps sending after its answer. @returns how many bytes it sent before it was cut off */
async function sendForEver(announced: string, everyMs: number): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.resume().on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST / HTTP/1.1\r\nHost: album\r\n${announced}\r\n\r\n`);
  const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const sending = setInterval(() => socket.writable && socket.write(piece), everyMs);
  await closed;
  clearInterval(sending);
  return socket.bytesWritten;
}

test("an attacker who sends an endless body after the refusal is cut off by its size", async () => {
  await start({ restBytes: mega });
  expect(await sendForEver("Transfer-Encoding: chunked", 0)).toBeLessThan(30 * mega);
});

test("an attacker who keeps dripping after the refusal, or goes silent, is cut off in time", async () => {
  await start({ restMs: 300 });
  const beganAt = performance.now();
  await sendForEver("Transfer-Encoding: chunked", 50);
  await sendForEver(`Content-Length: ${9 * mega}`, 50);
  await sendForEver("Content-Length: 900000", 500);
  const took = performance.now() - beganAt;
  expect(took).toBeGreaterThan(3 * 300);
  expect(took).toBeLessThan(10_000);
});
