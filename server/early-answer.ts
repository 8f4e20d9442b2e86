import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What happens to the unread rest of a request's body when the answer is sent. */
export interface RestLimits {
  /** A body announced as at most this long is read to its end, and its connection reused. */
  keptRestBytes: number;
  /** How much of a longer one, or of one without an announced length, is read before the connection is closed. */
  restBytes: number;
  /** How long the rest may take to arrive once the answer is sent. */
  restMs: number;
}

/** The announced length of a request's body: Infinity where it is chunked, 0 where there is none. */
export const announcedBytes = ({ headers }: IncomingMessage): number =>
  headers["transfer-encoding"] ? Infinity : Number(headers["content-length"] ?? 0);

/** Connections that end with the answer in progress. */
const ending = new WeakSet<Socket>();

/**
 * An answer that leaves its connection intact, even when it is sent before the request's body was read. Node leaves the
 * rest of such a body on the connection, where it blocks the next request; closing the connection with unread bytes
 * resets it instead, which destroys the answer before the client has read it. So a short rest is read and discarded,
 * and a long one ends the connection in two steps: we stop sending after the answer, and keep reading for a while.
 */
export class EarlyAnswer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  #limits: RestLimits | null = null;
  #isLast = () => false;
  /** Whether the client is still waiting for permission to send its body. */
  #isAwaited = false;

  /**
   * @param isLast whether the connection ends with this answer; asked when the answer is sent
   * @returns false where an earlier answer ends the connection
   */
  begin(limits: RestLimits, isLast: () => boolean): boolean {
    this.#limits = limits;
    this.#isLast = isLast;
    if (!ending.has(this.req.socket)) return true;
    this.req.resume();
    return false;
  }

  /** Tells a client that waits for permission to send its body (Expect: 100-continue) only when the body is wanted. */
  continueOnceRead(): void {
    this.#isAwaited = true;
    const { req } = this;
    const read = req._read.bind(req);
    req._read = (size) => {
      if (this.#isAwaited && !this.headersSent) this.writeContinue();
      read(size);
    };
  }

  override writeContinue(callback?: () => void): void {
    this.#isAwaited = false;
    super.writeContinue(callback);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    if (this.#limits && !this.headersSent) {
      if (this.#isLast()) this.shouldKeepAlive = false;
      this.#settleRest(this.#limits);
    }
    return super.writeHead(status, ...(rest as []));
  }

  #settleRest({ keptRestBytes, restBytes, restMs }: RestLimits): void {
    const { req } = this;
    const { socket } = req;
    const announced = announcedBytes(req);
    if (req.complete || announced === 0) return;
    const isKept = this.shouldKeepAlive && announced <= keptRestBytes && !this.#isAwaited;
    if (!isKept) {
      ending.add(socket);
      this.setHeader("Connection", "close");
      // Node calls this after the answer. The client's own end, or the time limit, closes the connection.
      socket.destroySoon = () => socket.end();
    }
    discard(req, restBytes);
    this.once("finish", () => {
      if (isKept && req.complete) return;
      const overdue = setTimeout(() => socket.destroy(), restMs).unref();
      const stop = () => clearTimeout(overdue);
      socket.once("close", stop);
      if (isKept) req.once("end", stop);
    });
  }
}

/** Discards the rest of a body; the handler reading it has answered. */
function discard(request: IncomingMessage, maxBytes: number): void {
  let bytes = 0;
  request.unpipe();
  request.removeAllListeners("readable");
  request.removeAllListeners("data");
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) request.socket.destroy();
  });
  request.resume();
}
