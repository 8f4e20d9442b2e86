import { connect, type Socket } from "node:net";

export interface Upload {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Length of the body; omitted: no body. */
  bytes?: number;
  /** How the body begins. */
  start?: string;
  isChunked?: boolean;
  /** Sends the whole body before it reads anything, as browsers do. */
  isPatient?: boolean;
}

export interface WireAnswer {
  status: number;
  text: string;
  /** From the first byte sent until the whole answer was read. */
  ms: number;
  /** Whether the next request uses the same connection. */
  isKept: boolean;
  sentBytes: number;
  /** Interim answers (100) that preceded it. */
  interim: number[];
}

/** The first complete answer in these bytes. @returns null until there is one */
function parseAnswer(bytes: Buffer, isEnded: boolean) {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const head = bytes.subarray(0, headEnd).toString("latin1");
  const rest = bytes.subarray(headEnd + 4);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const isClosing = /^connection: close/im.test(head);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    if (rest.length < Number(length)) return null;
    return { status, isClosing, text: rest.subarray(0, Number(length)).toString(), rest };
  }
  const isChunked = /^transfer-encoding: chunked/im.test(head);
  const isWhole = status < 200 || status === 204 || (isChunked ? rest.includes("0\r\n\r\n") : isEnded);
  return isWhole ? { status, isClosing, text: rest.toString(), rest } : null;
}

const piece = Buffer.alloc(64 * 1024, "x");

/**
 * A client with one connection, which it reuses as long as HTTP allows. An answer lost to a reset is an error here, as
 * it is for a person.
 */
export class KeepAliveClient {
  #socket: Socket | null = null;

  constructor(readonly address: { port: number; host: string }) {}

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #connected(): Socket {
    if (this.#socket?.destroyed === false && !this.#socket.readableEnded) return this.#socket;
    this.#socket = connect({ ...this.address, noDelay: true });
    return this.#socket;
  }

  /** Like browsers, retries once where the other side closed a connection that was waiting for the next request. */
  async send(upload: Upload): Promise<WireAnswer> {
    const isReused = this.#socket !== null;
    const beganAt = performance.now();
    try {
      return await this.#sendOnce(upload);
    } catch (error) {
      if (!isReused || upload.method !== "GET" || !String(error).includes("(closed, nothing heard)"))
        throw error;
      const answer = await this.#sendOnce(upload);
      return { ...answer, ms: performance.now() - beganAt };
    }
  }

  #sendOnce(upload: Upload): Promise<WireAnswer> {
    const { method = "POST", path, headers = {}, bytes, start = "", isChunked, isPatient } = upload;
    const socket = this.#connected();
    const beganAt = performance.now();
    const length: Record<string, string> =
      bytes === undefined
        ? {}
        : isChunked
          ? { "Transfer-Encoding": "chunked" }
          : { "Content-Length": `${bytes}` };
    const all = { Host: `${this.address.host}:${this.address.port}`, ...length, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return new Promise((resolve, reject) => {
      let left = bytes ?? 0;
      let heard: Buffer = Buffer.alloc(0);
      let isReading = false;
      const interim: number[] = [];
      let isWaiting = headers.Expect !== undefined;

      const stop = () => {
        socket.removeAllListeners("data").removeAllListeners("drain").removeAllListeners("end");
        socket.removeAllListeners("error").removeAllListeners("close");
        socket.on("error", () => {});
      };
      const look = (isEnded: boolean) => {
        const answer = parseAnswer(heard, isEnded);
        if (!answer) return;
        if (answer.status < 200) {
          interim.push(answer.status);
          heard = answer.rest;
          isWaiting = false;
          write();
          return look(isEnded);
        }
        stop();
        const isKept = !answer.isClosing && left === 0 && !isEnded;
        if (!isKept) this.close();
        const sentBytes = (bytes ?? 0) - left;
        const { status, text } = answer;
        resolve({ status, text, ms: performance.now() - beganAt, isKept, sentBytes, interim });
      };
      const read = () => {
        if (isReading) return;
        isReading = true;
        socket.on("data", (some: Buffer) => {
          heard = Buffer.concat([heard, some]);
          look(false);
        });
        socket.on("end", () => look(true));
        socket.resume();
      };
      const write = () => {
        while (left > 0 && !isWaiting && socket.writable) {
          const isFirst = left === bytes && start !== "";
          const some = isFirst ? Buffer.from(start) : piece.subarray(0, Math.min(piece.length, left));
          left -= some.length;
          if (isChunked) socket.write(`${some.length.toString(16)}\r\n`);
          const isRoom = socket.write(some);
          if (isChunked) socket.write(left === 0 ? "\r\n0\r\n\r\n" : "\r\n");
          if (!isRoom) return;
        }
        if (left === 0) read();
      };
      const lost = (why: string) => {
        if (!isReading) read();
        stop();
        this.close();
        reject(
          new Error(`${method} ${path}: the answer was lost (${why}) after ${(bytes ?? 0) - left} bytes`),
        );
      };
      socket.on("error", (error) => lost(error.message));
      socket.on("close", () => lost(heard.length > 0 ? "closed" : "closed, nothing heard"));
      socket.on("drain", write);
      if (isPatient) socket.pause();
      else read();
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
      write();
    });
  }
}
