import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { networkKeys } from "@/lib/http/networks";
import { askSiblings, onSiblings, shareOf, webProcesses } from "@/lib/platform/siblings";
import { announcedBytes, EarlyAnswer, type RestLimits } from "@/server/early-answer";

/** How much of the server clients can tie up, however slow or numerous they are. */
export interface ServerLimits extends RestLimits {
  /** Until a request's headers have arrived. */
  headersMs: number;
  /** For a connection between two requests. The proxy in front keeps its own open for a minute. */
  keepAliveMs: number;
  /** For a connection with no activity in either direction. */
  idleMs: number;
  /**
   * A body may take long, like a clip over a slow connection, if it delivers `bodyBytes` in each such period or ends.
   */
  bodyMs: number;
  bodyBytes: number;
  connections: number;
  connectionsPerAddress: number;
}

export const serverLimits: ServerLimits = {
  headersMs: 30_000,
  keepAliveMs: 75_000,
  idleMs: 300_000,
  bodyMs: 60_000,
  bodyBytes: 16 * 1024,
  connections: 4_000,
  connectionsPerAddress: 500,
  keptRestBytes: 2 * 1024 * 1024,
  restBytes: 256 * 1024 * 1024,
  restMs: 30_000,
};

const tooSlow = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Ends the connection of a body that hardly arrives. Data waiting for us to read it, because the disk is busy, is not
 * late.
 */
function watchBody(request: IncomingMessage, isAnswered: () => boolean, limits: ServerLimits): void {
  const { socket } = request;
  let seen = socket.bytesRead;
  const look = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    const isRead = request.readableLength === 0;
    if (request.complete || !isRead || came >= limits.bodyBytes) return;
    clearInterval(look);
    if (!isAnswered() && socket.writable) socket.write(tooSlow);
    socket.destroySoon();
  }, limits.bodyMs);
  look.unref();
  const stop = () => clearInterval(look);
  request.once("close", stop);
  request.once("end", stop);
}

type IsProxy = (address: string) => boolean;

const isFromProxy = (socket: Socket, isProxy: IsProxy) => isProxy(socket.remoteAddress ?? "");

const topic = "connections";
/**
 * How long connections accumulate before the server's other processes are asked for their counts: cheap under a flood.
 */
const judgedAfterMs = 50;

/** One visitor's connections, or everyone's, to this process. */
class Held {
  readonly #byKey = new Map<string, Set<Socket>>();
  readonly #judged = new Set<string>();

  count(key: string): number {
    return this.#byKey.get(key)?.size ?? 0;
  }

  /** @param most the limit for all of the server's processes together */
  add(key: string, socket: Socket, most: number): void {
    this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(socket));
    // With no more than its share in each process, the server can't have too many.
    if (this.count(key) > shareOf(most)) this.#judgeSoon(key, most);
  }

  delete(key: string, socket: Socket): void {
    const sockets = this.#byKey.get(key);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byKey.delete(key);
  }

  #judgeSoon(key: string, most: number): void {
    if (this.#judged.has(key)) return;
    this.#judged.add(key);
    setTimeout(() => {
      this.#judged.delete(key);
      void this.#judge(key, most);
    }, judgedAfterMs).unref();
  }

  /** Ends the newest ones beyond what the other processes leave of `most`, but none of this process's share. */
  async #judge(key: string, most: number): Promise<void> {
    const counts = (await askSiblings(topic, key)) as (number | null)[];
    const others = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    const newest = [...(this.#byKey.get(key) ?? [])].slice(Math.max(shareOf(most), most - others));
    for (const socket of newest) socket.destroy();
    const isUnsure = counts.length < webProcesses() - 1;
    if (isUnsure && this.count(key) > shareOf(most)) this.#judgeSoon(key, most);
  }
}

/** Limits the simultaneous connections of one visitor, and of all visitors together. A proxy carries everyone's. */
function countConnections(server: Server, isProxy: IsProxy, limits: ServerLimits): void {
  const held = new Held();
  onSiblings(topic, (key) => held.count(key as string));
  server.on("connection", (socket: Socket) => {
    if (isFromProxy(socket, isProxy)) return;
    const allowed = networkKeys(socket.remoteAddress ?? "").map(({ key, factor }) => ({
      key,
      most: factor * limits.connectionsPerAddress,
    }));
    allowed.push({ key: "all", most: limits.connections });
    if (allowed.some(({ key, most }) => held.count(key) >= most)) {
      socket.destroy();
      return;
    }
    for (const { key, most } of allowed) held.add(key, socket, most);
    socket.once("close", () => {
      for (const { key } of allowed) held.delete(key, socket);
    });
  });
}

/** The most a server that has to end waits. */
const ends = { noticeMs: 1_000, finishMs: 10_000 };

export interface LimitedServer extends Server {
  /** Answers pending requests, then ends. Takes up to 11 seconds. */
  endGently: () => Promise<void>;
}

/**
 * Waits for a nearly idle turn of the event loop: by then, connections that arrived earlier have been accepted. Closing
 * the listener while connections are still queued would reset them, and a proxy can't retry a POST.
 */
async function quietTurn(): Promise<void> {
  for (let turn = 0; turn < 1_000; turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (turn > 0 && performance.now() - began < 0.5) return;
  }
}

const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) => server.getConnections((_, count) => resolve(count > 0)));

/** @param closeAfterAnswers makes every answer from now on the last on its connection */
async function end(server: Server, closeAfterAnswers: () => void): Promise<void> {
  await quietTurn();
  // Not http's own close, which also cuts idle connections: a proxy would lose a request that it is just sending on
  // one. The next answer ends the connection instead.
  const finished = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  closeAfterAnswers();
  const noticeUntil = performance.now() + ends.noticeMs;
  while (performance.now() < noticeUntil && (await hasConnections(server))) await delay(20);
  await quietTurn();
  server.closeIdleConnections();
  // An answer that was already in progress has left its connection open.
  const idle = setInterval(() => server.closeIdleConnections(), 500);
  const overdue = setTimeout(() => server.closeAllConnections(), ends.finishMs);
  await finished;
  clearInterval(idle);
  clearTimeout(overdue);
}

/**
 * A server that no client can block by holding on to it, and whose answers can always be read to the end.
 * @param isProxy whether an address is a trusted proxy's: its connections are many, and it handles slow clients itself
 */
export function createLimitedServer(
  listener: RequestListener,
  isProxy: IsProxy = () => false,
  limits: ServerLimits = serverLimits,
): LimitedServer {
  let isEnding = false;
  const answer = (request: IncomingMessage, response: EarlyAnswer) => {
    // Its answer could no longer be sent, so it must not be carried out.
    if (!response.begin(limits, () => isEnding)) return;
    if (announcedBytes(request) > 0 && !isFromProxy(request.socket, isProxy)) {
      watchBody(request, () => response.headersSent, limits);
    }
    listener(request, response);
  };
  const server = createServer({
    ServerResponse: EarlyAnswer,
    requestTimeout: 0,
    headersTimeout: limits.headersMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(5_000, limits.headersMs),
  });
  server.on("request", answer);
  server.on("checkContinue", (request: IncomingMessage, response: EarlyAnswer) => {
    response.continueOnceRead();
    answer(request, response);
  });
  server.timeout = limits.idleMs;
  countConnections(server, isProxy, limits);
  return Object.assign(server, {
    endGently: () =>
      end(server, () => {
        isEnding = true;
      }),
  });
}
