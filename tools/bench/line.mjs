import { Agent, request } from "node:http";

/** One connection to a server, kept open: calls are made one after the other. */
export class Line {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #url;
  #cookie;

  /**
   * @param {string} url of the server
   * @param {string} [cookie] Cookie header
   */
  constructor(url, cookie) {
    this.#url = url;
    this.#cookie = cookie;
  }

  /**
   * @param {string} path
   * @param {{ method?: string, headers?: Record<string, string>, body?: Buffer | string | AsyncIterable<Uint8Array> }} [options]
   * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, body: Buffer, ms: number }>}
   *   ms: from the call to the answer's last byte
   */
  call(path, { method = "GET", headers = {}, body } = {}) {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const isWhole = typeof body === "string" || Buffer.isBuffer(body);
      const call = request(
        new URL(path, this.#url),
        {
          method,
          agent: this.#agent,
          headers: {
            ...(this.#cookie ? { cookie: this.#cookie } : {}),
            ...(isWhole ? { "content-length": Buffer.byteLength(body) } : {}),
            ...headers,
          },
        },
        (response) => {
          const pieces = [];
          response.on("data", (piece) => pieces.push(piece));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(pieces),
              ms: performance.now() - started,
            }),
          );
        },
      );
      call.on("error", reject);
      if (body === undefined || isWhole) call.end(body);
      else void pour(body, call).catch(reject);
    });
  }

  /** As `call`, for JSON both ways. @throws Error when the status is not 2xx */
  async json(path, method = "GET", value = undefined, headers = {}) {
    const answer = await this.call(path, {
      method,
      headers: { ...(value === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(value === undefined ? {} : { body: JSON.stringify(value) }),
    });
    requireSuccess(answer, `${method} ${path}`);
    return { ...answer, value: answer.body.length > 0 ? JSON.parse(answer.body.toString()) : undefined };
  }

  /** A second connection of the same person. */
  another() {
    return new Line(this.#url, this.#cookie);
  }

  close() {
    this.#agent.destroy();
  }
}

async function pour(source, target) {
  for await (const piece of source) {
    if (!target.write(piece)) await new Promise((resolve) => target.once("drain", resolve));
  }
  target.end();
}

/** @throws Error with the answer's message */
export function requireSuccess({ status, body }, what) {
  if (status >= 200 && status < 300) return;
  throw new Error(`${what} answered ${status}: ${body.toString().slice(0, 300)}`);
}
