import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Matches = (path: string) => boolean;

/** A page sent piece by piece. */
export interface PageInPieces {
  /** Sends the next piece. @returns false once all of it is sent */
  sendNext: () => Promise<boolean>;
}

/** A proxy in front of the server that delivers the parts of a page when, and in the order in which, a test wants. */
export interface SlowLine {
  origin: string;
  /** Holds back answers to these requests. @returns lets them through, and all later ones */
  hold: (matches: Matches) => () => void;
  /** Like `hold`, but before the server sees the request. */
  holdRequests: (matches: Matches) => () => void;
  /** Sends the next requested page in pieces. */
  cutNextPage: () => PageInPieces;
  stop: () => Promise<void>;
}

/** Bytes of a piece of the visible part: an element or a few. The data after it is cut less finely. */
const pieceBytes = 1_000;
const dataPieceBytes = 20_000;

/** A page's bytes, cut before tags. */
function cut(page: Buffer): Buffer[] {
  const bodyAt = page.indexOf("<body");
  const found = page.indexOf("<script", bodyAt);
  const dataAt = found < 0 ? page.length : found;
  const pieces: Buffer[] = [];
  for (let start = 0; start < page.length; ) {
    const most = start < bodyAt ? bodyAt : start + (start < dataAt ? pieceBytes : dataPieceBytes);
    const tagAt = most < page.length ? page.indexOf("<", most) : -1;
    const end = tagAt < 0 ? page.length : tagAt;
    pieces.push(page.subarray(start, end));
    start = end;
  }
  return pieces;
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A rendezvous of the page and the test: each waits for the other. */
class Pieces implements PageInPieces {
  readonly #sender = Promise.withResolvers<ServerResponse>();
  #left: Buffer[] = [];

  begin(response: ServerResponse, page: Buffer): void {
    this.#left = cut(page);
    this.#sender.resolve(response);
  }

  async sendNext(): Promise<boolean> {
    const response = await this.#sender.promise;
    response.write(this.#left.shift() ?? "");
    if (this.#left.length > 0) return true;
    response.end();
    return false;
  }
}

/** Requests and answers that wait until they are let through. */
class Holds {
  readonly #holds = new Set<{ matches: Matches; released: Promise<void> }>();

  add(matches: Matches): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hold = { matches, released: promise };
    this.#holds.add(hold);
    return () => {
      this.#holds.delete(hold);
      resolve();
    };
  }

  async pass(path: string): Promise<void> {
    for (const { matches, released } of [...this.#holds]) if (matches(path)) await released;
  }
}

export async function startSlowLine(target: string): Promise<SlowLine> {
  const { hostname, port } = new URL(target);
  const requests = new Holds();
  const answers = new Holds();
  let next: Pieces | null = null;

  async function pass(path: string, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces = /text\/html/.test(answer.headers["content-type"] ?? "") ? next : null;
    if (pieces) {
      next = null;
      const page = await bodyOf(answer);
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, "content-length": page.length });
      pieces.begin(response, page);
      return;
    }
    await answers.pass(path);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }

  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? "/";
    await requests.pass(path);
    if (response.destroyed) return;
    // A page can't be cut if it is compressed.
    const headers = { ...incoming.headers, ...(next && { "accept-encoding": "identity" }) };
    const outgoing = request({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      pass(path, answer, response).catch(() => response.destroy());
    });
    outgoing.once("error", () => response.destroy());
    response.once("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    hold: (matches) => answers.add(matches),
    holdRequests: (matches) => requests.add(matches),
    cutNextPage: () => {
      next = new Pieces();
      return next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
