import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** What clients may hold of the server, however slowly they go and however many they are. */
export interface ServerLimits {
  /** Until a request's headers are there. */
  headersMs: number;
  /** A connection between two requests. The proxy in front keeps its own open for a minute. */
  keepAliveMs: number;
  /** A connection on which nothing moves either way. */
  idleMs: number;
  /** A body may take long, as a clip over a slow line does, if it brings `bodyBytes` in each such span or ends. */
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
};

const tooSlow = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Ends the connection of a body that hardly comes. What waits for us to read it, because the disk is busy, is not late. */
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

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Lets one address have only so many connections at once. */
function countConnections(server: Server, most: number): void {
  const held = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (held.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    held.set(address, count);
    socket.once("close", () => {
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });
}

/** A server that nobody can stop by holding on to it. */
export function createLimitedServer(listener: RequestListener, limits: ServerLimits = serverLimits): Server {
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(5_000, limits.headersMs),
    },
    (request, response) => {
      if (hasBody(request)) watchBody(request, () => response.headersSent, limits);
      listener(request, response);
    },
  );
  server.timeout = limits.idleMs;
  server.maxConnections = limits.connections;
  countConnections(server, limits.connectionsPerAddress);
  return server;
}
