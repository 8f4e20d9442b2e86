import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import { networkMatcher } from "@/lib/http/networks";
import {
  createLimitedServer,
  type LimitedServer,
  type ServerLimits,
  serverLimits,
} from "@/server/limited-server";
import { until } from "@/tests/support/until";

/** Limits short enough for a test to wait for. */
const limits: ServerLimits = {
  headersMs: 200,
  keepAliveMs: 200,
  idleMs: 1_500,
  bodyMs: 200,
  bodyBytes: 1024,
  connections: 12,
  connectionsPerAddress: 8,
  keptRestBytes: 1024,
  restBytes: 4096,
  restMs: 500,
};

/** Addresses of this machine besides 127.0.0.1; one of them is a trusted proxy's. */
const proxyAddress = "127.0.0.9";
const isProxy = networkMatcher([proxyAddress]);

let server: LimitedServer;
let isReading: boolean;
/** Across all bodies. */
let receivedBytes: number;
const clients: Socket[] = [];

async function startServer(limits: ServerLimits): Promise<void> {
  isReading = true;
  receivedBytes = 0;
  server = createLimitedServer(
    (request, response) => {
      if (request.url === "/never") return;
      if (!isReading) return;
      let bytes = 0;
      request.on("data", (piece: Buffer) => {
        bytes += piece.length;
        receivedBytes += piece.length;
      });
      request.on("end", () => response.end(`got ${bytes}`));
      request.on("error", () => {});
    },
    isProxy,
    limits,
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}

const endServer = async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

beforeEach(() => startServer(limits));

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await endServer();
});

interface Client {
  socket: Socket;
  /** Everything received until the server closed the connection. */
  closed: Promise<string>;
  heard: () => string;
}

function newClient(start = "", localAddress = "127.0.0.1"): Client {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  clients.push(socket);
  let heard = "";
  socket.on("data", (piece) => {
    heard += piece;
  });
  socket.on("error", () => {});
  if (start) socket.write(start);
  return {
    socket,
    heard: () => heard,
    closed: new Promise((resolve) => socket.once("close", () => resolve(heard))),
  };
}

/** Sends a piece at this interval until the connection closes. */
async function drip({ socket, closed }: Client, piece: string, everyMs: number): Promise<string> {
  const dripping = setInterval(() => socket.writable && socket.write(piece), everyMs);
  try {
    return await closed;
  } finally {
    clearInterval(dripping);
  }
}

const head = "POST / HTTP/1.1\r\nHost: album\r\nContent-Length: 1000000\r\n\r\n";

test("headers that never end are cut off, however steadily they drip", async () => {
  const client = newClient("GET / HTTP/1.1\r\nHost: album\r\n");
  expect(await drip(client, "X-A: b\r\n", 20)).toMatch(/^HTTP\/1\.1 408 /);
});

test("someone who connects and says nothing is disconnected", async () => {
  expect(await newClient().closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test("a body that only drips is cut off with 408, and so is one that never starts", async () => {
  expect(await drip(newClient(head), "x", 20)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await newClient(head).closed).toMatch(/^HTTP\/1\.1 408 /);
  const chunked = "POST / HTTP/1.1\r\nHost: album\r\nTransfer-Encoding: chunked\r\n\r\n";
  expect(await drip(newClient(chunked), "1\r\nx\r\n", 20)).toMatch(/^HTTP\/1\.1 408 /);
});

describe("with a clock that the test controls", () => {
  /** Only setInterval is fake: it times the periods in which a body has to make progress. */
  const real = ["Date", "hrtime", "nextTick", "performance", "queueMicrotask"] as const;
  const realTimers = ["setImmediate", "clearImmediate", "setTimeout", "clearTimeout"] as const;

  beforeEach(async () => {
    await endServer();
    await startServer({ ...limits, headersMs: 60_000, idleMs: 60_000 });
    jest.useFakeTimers({ doNotFake: [...real, ...realTimers] });
  });
  afterEach(() => jest.useRealTimers());

  /** Waits for the headers to arrive: only bytes after them count in the first period. */
  const beginBody = async (length: number) => {
    const begun = once(server, "request");
    const client = newClient(`POST / HTTP/1.1\r\nHost: album\r\nContent-Length: ${length}\r\n\r\n`);
    await begun;
    return client;
  };
  const sendPiece = async ({ socket }: Client) => {
    const expected = receivedBytes + limits.bodyBytes;
    socket.write("y".repeat(limits.bodyBytes));
    await until(() => receivedBytes === expected);
  };

  test("a body that keeps arriving may take many times as long", async () => {
    const pieces = 20;
    const length = pieces * limits.bodyBytes;
    const client = await beginBody(length);
    for (let at = 0; at < pieces; at++) {
      await sendPiece(client);
      jest.advanceTimersByTime(limits.bodyMs);
    }
    expect(await client.closed).toContain(`got ${length}`);
  });

  test("a body that stops half-way is cut off after one period of silence", async () => {
    const client = await beginBody(3 * limits.bodyBytes);
    await sendPiece(client);
    jest.advanceTimersByTime(limits.bodyMs);
    await sendPiece(client);
    jest.advanceTimersByTime(limits.bodyMs);
    expect([client.heard(), client.socket.destroyed]).toEqual(["", false]);
    jest.advanceTimersByTime(limits.bodyMs);
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test("a body that waits for us is not the sender's fault", async () => {
  isReading = false;
  const client = newClient(`${head}${"z".repeat(4096)}`);
  await new Promise((resolve) => setTimeout(resolve, limits.bodyMs * 1.5));
  expect([client.heard(), client.socket.destroyed]).toEqual(["", false]);
});

test("an idle connection is closed", async () => {
  expect(await newClient("GET /never HTTP/1.1\r\nHost: album\r\n\r\n").closed).toBe("");
});

test("one address gets only so many connections, and gets its place back", async () => {
  const all = Array.from({ length: 11 }, () => newClient());
  await Promise.all(all.slice(limits.connectionsPerAddress).map(({ closed }) => closed));
  const open = all.filter(({ socket }) => !socket.destroyed);
  expect(open).toHaveLength(limits.connectionsPerAddress);
  for (const { socket } of open) socket.destroy();
  await Promise.all(open.map(({ closed }) => closed));
  const answered = newClient("GET / HTTP/1.1\r\nHost: album\r\nConnection: close\r\n\r\n");
  expect(await answered.closed).toContain("got 0");
});

/** How many of these are still open once the server has closed all that exceed the limit. */
async function openOf(all: Client[], expected: number): Promise<number> {
  const closed = all.map(({ closed: end }) => end);
  const dropped = new Promise<void>((resolve) => {
    let left = all.length - expected;
    if (left <= 0) resolve();
    for (const end of closed) void end.then(() => --left === 0 && resolve());
  });
  await dropped;
  return all.filter(({ socket }) => !socket.destroyed).length;
}

test("someone with many addresses gets only so many connections in all", async () => {
  const all = Array.from({ length: 16 }, (_, at) => newClient("", `127.0.0.${2 + (at % 4)}`));
  expect(await openOf(all, limits.connections)).toBe(limits.connections);
});

test("someone who uses another address of their IPv6 network for each connection gets no more of them", () => {
  const all = Array.from({ length: 11 }, (_, at) => {
    const socket = new Duplex({ read() {}, write: (_piece, _encoding, done) => done() });
    server.emit("connection", Object.assign(socket, { remoteAddress: `2001:db8:1:2::${at + 1}` }));
    return socket;
  });
  expect(all.filter(({ destroyed }) => !destroyed)).toHaveLength(limits.connectionsPerAddress);
  for (const socket of all) socket.destroy();
});

test("a trusted proxy brings as many connections as it has visitors, even while strangers use all of theirs", async () => {
  const strangers = Array.from({ length: 16 }, (_, at) => newClient("", `127.0.0.${2 + (at % 4)}`));
  await openOf(strangers, limits.connections);
  const get = "GET / HTTP/1.1\r\nHost: album\r\nConnection: close\r\n\r\n";
  const answers = Array.from({ length: 20 }, () => newClient(get, proxyAddress).closed);
  expect((await Promise.all(answers)).filter((heard) => heard.includes("got 0"))).toHaveLength(20);
});

test("a slow visitor behind a trusted proxy is left to the proxy; one who bypasses it is cut off", async () => {
  const [behind, past] = [newClient(head, proxyAddress), newClient(head)];
  expect(await drip(past, "x", 20)).toMatch(/^HTTP\/1\.1 408 /);
  expect([behind.heard(), behind.socket.destroyed]).toEqual(["", false]);
});

/** Six visitors behind a proxy with keep-alive. They send requests until refused, and report the answers. */
const visitors = `
  const { Agent, request } = require("node:http");
  const { parentPort, workerData } = require("node:worker_threads");
  const agent = new Agent({ keepAlive: true });
  const post = () => new Promise((resolve) => {
    const fail = (error) => resolve(error.code);
    const asked = request({ agent, host: "127.0.0.1", method: "POST", ...workerData }, (answer) => {
      answer.resume().once("end", () => setImmediate(resolve, answer.statusCode)).once("error", fail);
    });
    asked.once("error", fail).end("x");
  });
  const visit = async () => {
    const heard = [];
    while (heard.at(-1) !== "ECONNREFUSED" && heard.length < 1e6) heard.push(await post());
    return heard;
  };
  Promise.all(Array.from({ length: 6 }, visit)).then((heard) => parentPort.postMessage(heard.flat()));
`;

test("a server shutting down under traffic loses no answer, and is gone in seconds", async () => {
  await endServer();
  await startServer({ ...limits, keepAliveMs: 5_000 });
  const { port } = server.address() as AddressInfo;
  let asked = 0;
  server.on("request", () => asked++);
  const proxy = new Worker(visitors, { eval: true, workerData: { port } });
  const heard = new Promise<unknown[]>((resolve) => proxy.once("message", resolve));
  await until(() => asked > 100);
  const began = performance.now();
  await server.endGently();
  expect(performance.now() - began).toBeLessThan(5_000);
  expect((await heard).length).toBeGreaterThan(50);
  expect([...new Set(await heard)].sort()).toEqual([200, "ECONNREFUSED"]);
});

test("the album's own limits tolerate a slow phone and nothing slower", () => {
  const { headersMs, bodyMs, bodyBytes, connections, connectionsPerAddress } = serverLimits;
  expect(headersMs).toBeLessThanOrEqual(60_000);
  // The slowest connection that may upload a clip: well under a kilobyte a second.
  expect(bodyBytes / (bodyMs / 1000)).toBeLessThan(1024);
  expect(connectionsPerAddress).toBeLessThan(connections);
});
