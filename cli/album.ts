import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "@/cli/config";
import { Failure, Refusal } from "@/cli/failures";

export interface AlbumRequest {
  /** Sent as JSON. */
  json?: unknown;
  /** Made for each try. */
  body?: () => BodyInit;
  headers?: Record<string, string>;
  /** Bytes to send; a large request gets more time. */
  bytes?: number;
}

export interface AlbumAnswer<T> {
  status: number;
  body: T;
}

export interface AlbumOptions {
  /** How long to keep trying without an answer. */
  patienceSeconds: number;
  onWait?: (seconds: number, why: string) => void;
}

const maxWaitMs = 30_000;
const slowestBytesPerMs = 16;

const field = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;

function refusalOf(status: number, body: unknown): Refusal {
  const message = field(body, "message") ?? field(body, "error");
  const code = field(body, "code") ?? field(body, "error");
  return new Refusal(
    typeof message === "string" ? message : `The server answered ${status}.`,
    status,
    typeof code === "string" ? code : "",
    body,
  );
}

/** The album's calls, retried while the network or the server is unavailable. */
export class Album {
  readonly #config: Config;
  readonly #signal: AbortSignal;
  readonly #options: AlbumOptions;

  constructor(config: Config, signal: AbortSignal, options: AlbumOptions) {
    this.#config = config;
    this.#signal = signal;
    this.#options = options;
  }

  get url(): string {
    return this.#config.url;
  }

  async get<T>(path: string): Promise<T> {
    return (await this.send<T>("GET", path)).body;
  }

  /** @throws Refusal, or Failure without a connection and when interrupted */
  async send<T>(method: string, path: string, request: AlbumRequest = {}): Promise<AlbumAnswer<T>> {
    const giveUpAt = performance.now() + this.#options.patienceSeconds * 1_000;
    for (let tries = 0; ; tries++) {
      const outcome = await this.#try<T>(method, path, request);
      if ("status" in outcome) return outcome;
      const { failure, waitMs } = outcome;
      const wait = Math.max(waitMs, Math.min(maxWaitMs, 500 * 2 ** tries));
      if (performance.now() + wait > giveUpAt) throw failure;
      this.#options.onWait?.(Math.ceil(wait / 1_000), failure.message);
      await delay(wait, undefined, { signal: this.#signal });
    }
  }

  /**
   * A file's bytes from `start`. If the connection breaks while they are read, the iteration throws.
   * @throws Refusal, or Failure without a connection and when interrupted
   */
  async open(path: string, start: number): Promise<AsyncIterable<Uint8Array>> {
    const response = await fetch(`${this.#config.url}${path}`, {
      headers: { Authorization: `Bearer ${this.#config.key}`, Range: `bytes=${start}-` },
      redirect: "manual",
      signal: this.#signal,
    }).catch((error: unknown) => {
      this.#signal.throwIfAborted();
      throw this.#noConnection(error);
    });
    if (response.status === 206 && response.body) return response.body;
    const { status } = response;
    if ([429, 502, 503, 504].includes(status)) throw this.#noConnection(new Error(`it answered ${status}`));
    throw refusalOf(status, await response.json().catch(() => undefined));
  }

  async #try<T>(
    method: string,
    path: string,
    { json, body, headers, bytes = 0 }: AlbumRequest,
  ): Promise<AlbumAnswer<T> | { failure: Failure; waitMs: number }> {
    const limit = AbortSignal.timeout(60_000 + Math.ceil(bytes / slowestBytesPerMs));
    let response: Response;
    let text: string;
    try {
      const content = json === undefined ? body?.() : JSON.stringify(json);
      response = await fetch(`${this.#config.url}${path}`, {
        method,
        headers: {
          ...(json === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
          Authorization: `Bearer ${this.#config.key}`,
        },
        ...(content === undefined ? {} : { body: content }),
        // The key is never sent on to a redirect's target.
        redirect: "manual",
        signal: AbortSignal.any([this.#signal, limit]),
      });
      text = await response.text();
    } catch (error) {
      this.#signal.throwIfAborted();
      // A file that has changed or disappeared isn't a network problem.
      const { name, cause } = error as Error & { cause?: Error };
      if (name === "NotReadableError" || cause?.name === "NotReadableError") throw cause ?? error;
      return { failure: this.#noConnection(error), waitMs: 0 };
    }
    return this.#read<T>(response, text);
  }

  #noConnection(error: unknown): Failure {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const why = cause?.code ?? cause?.message ?? (error as Error).message;
    return new Failure("noConnection", `${this.#config.url} can't be reached (${why}).`);
  }

  #read<T>(
    { status, headers }: Response,
    text: string,
  ): AlbumAnswer<T> | { failure: Failure; waitMs: number } {
    let body: unknown;
    try {
      body = text === "" ? undefined : JSON.parse(text);
    } catch {
      body = undefined;
    }
    if (status >= 200 && status < 300) return { status, body: body as T };
    if (status >= 300 && status < 400) {
      const target = headers.get("location") ?? "";
      throw new Failure("refused", `${this.#config.url} sends you on to ${target}. Sign in there instead.`);
    }
    const refusal = refusalOf(status, body);
    const isForNow = [429, 502, 503, 504].includes(status) || refusal.code === "request_in_progress";
    if (!isForNow) throw refusal;
    return { failure: refusal, waitMs: 1_000 * Number(headers.get("retry-after") ?? 0) || 0 };
  }
}
