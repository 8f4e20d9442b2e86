import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { env } from "@/lib/env";
import { Cache } from "@/lib/platform/cache";
import { pushAddress } from "@/lib/platform/push/endpoint";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";

/** A browser, in the form of PushSubscription.toJSON. */
export interface PushTarget {
  endpoint: string;
  /** Base64url: 65 bytes of a P-256 point, and 16 bytes. */
  keys: { p256dh: string; auth: string };
}

export interface PushOptions {
  /** How long the push service keeps it for a browser that is offline. */
  ttlSeconds: number;
  urgency: "normal" | "high";
  /** A later push with the same topic replaces one that is still waiting; up to 32 base64url characters. */
  topic?: string;
}

/** The service asks to retry, or can't be reached. */
export class PushPostponedError extends Error {
  /** Not before this many seconds; null when it didn't say. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "PushPostponedError";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface PushSender {
  /** P-256, base64url: browsers subscribe with it. */
  readonly publicKey: string;
  /**
   * Encrypts and sends; no error message names the endpoint.
   * @param payload up to 3,993 bytes
   * @returns "gone" when the browser has ended its subscription
   * @throws UndeliverableError when this push, or its address, is refused permanently
   * @throws PushPostponedError when another try may succeed
   */
  send(target: PushTarget, payload: string, options: PushOptions): Promise<"sent" | "gone">;
}

const timeoutMs = 5_000;
/** The body has nothing we need; no more than this is read. */
const maxAnswerBytes = 4_096;
/** A signed token is valid for 12 hours; it is renewed well before. */
const tokenReuseMs = 3_600_000;

function retryAfter(header: string | undefined): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** Reads the answer to its end, so the connection can be reused; hangs up on one that is too long. */
function drain(answer: IncomingMessage): Promise<void> {
  let received = 0;
  return new Promise((resolve) => {
    answer.on("data", (piece: Buffer) => {
      received += piece.length;
      if (received > maxAnswerBytes) answer.destroy();
    });
    // "close" follows in every case; the status has been read by then.
    answer.on("error", () => {});
    answer.on("close", resolve);
  });
}

interface Signer {
  encrypt: typeof import("web-push").encrypt;
  getVapidHeaders: typeof import("web-push").getVapidHeaders;
}

interface WebPushSettings {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/** web-push encrypts and signs; the request is ours, since the library's has no limits of any kind. */
class WebPushSender implements PushSender {
  readonly publicKey: string;
  readonly #privateKey: string;
  readonly #subject: string;
  /** Loaded at the first push: routes only need the key. */
  #signer: Promise<Signer> | undefined;
  #agent: Agent | undefined;
  readonly #tokens = new Cache<string>({ maxItems: 100, maxAgeMs: tokenReuseMs });

  constructor({ publicKey, privateKey, subject }: WebPushSettings) {
    this.publicKey = publicKey;
    this.#privateKey = privateKey;
    this.#subject = subject;
  }

  /** An agent of our own: the global one may be configured to use a proxy. */
  #connections(): Agent {
    this.#agent ??= new Agent({
      keepAlive: true,
      maxSockets: 8,
      maxFreeSockets: 4,
      ...(env.PUSH_CA ? { ca: readFileSync(env.PUSH_CA) } : {}),
    });
    return this.#agent;
  }

  #authorization(signer: Signer, audience: string): string {
    const kept = this.#tokens.get(audience);
    if (kept) return kept;
    const headers = signer.getVapidHeaders(
      audience,
      this.#subject,
      this.publicKey,
      this.#privateKey,
      "aes128gcm",
    );
    this.#tokens.set(audience, headers.Authorization);
    return headers.Authorization;
  }

  async send(target: PushTarget, payload: string, options: PushOptions): Promise<"sent" | "gone"> {
    const url = pushAddress(target.endpoint);
    if (!url) throw new UndeliverableError("The address doesn't belong to an allowed push service");
    this.#signer ??= import("web-push").then(({ default: library }) => library);
    const signer = await this.#signer;
    let body: Buffer;
    try {
      body = signer.encrypt(target.keys.p256dh, target.keys.auth, payload, "aes128gcm").cipherText;
    } catch (error) {
      throw new UndeliverableError("The browser's keys can't be used", { cause: error });
    }
    const answer = await this.#post(url, body, {
      Authorization: this.#authorization(signer, url.origin),
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      "Content-Length": body.length,
      TTL: options.ttlSeconds,
      Urgency: options.urgency,
      ...(options.topic ? { Topic: options.topic } : {}),
    });
    return outcomeOf(answer);
  }

  #post(url: URL, body: Buffer, headers: Record<string, string | number>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const postpone = (cause: unknown) =>
        reject(
          new PushPostponedError(
            signal.aborted ? "The push service took too long" : "The push service can't be reached",
            null,
            { cause },
          ),
        );
      // Never follows a redirect: node's own request doesn't.
      const sending = request(url, { method: "POST", headers, agent: this.#connections(), signal });
      sending.once("error", postpone);
      sending.once("response", (answer) => {
        void drain(answer).then(() => resolve(answer));
      });
      sending.end(body);
    });
  }
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): "sent" | "gone" {
  if (statusCode >= 200 && statusCode < 300) return "sent";
  if (statusCode === 404 || statusCode === 410) return "gone";
  if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
    throw new PushPostponedError(
      `The push service answered ${statusCode}`,
      retryAfter(headers["retry-after"]),
    );
  }
  throw new UndeliverableError(`The push service answered ${statusCode}`);
}

/** Who a push service can contact. Apple's refuses a token without a real address. */
function subjectOf(): string {
  if (env.VAPID_SUBJECT) return env.VAPID_SUBJECT;
  if (env.SUPER_ADMIN_EMAIL) return `mailto:${env.SUPER_ADMIN_EMAIL}`;
  const { APP_URL: address } = env;
  return address?.startsWith("https://") ? address : "mailto:album@keepsake.example";
}

let sender: PushSender | null | undefined;

/** The sender of Web Push; null without the keys, which npm start makes. */
export function getPushSender(): PushSender | null {
  if (sender === undefined) {
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
    sender =
      publicKey && privateKey ? new WebPushSender({ publicKey, privateKey, subject: subjectOf() }) : null;
  }
  return sender;
}
