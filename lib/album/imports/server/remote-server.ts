import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { networkMatcher, privateNetworks } from "@/lib/http/networks";

const idleMs = 30_000;
const maxAnswerBytes = 16 * 1024 * 1024;
const maxSockets = 4;

/** Addresses that the internet doesn't route to, and ranges that can embed such an address. */
const isInside = networkMatcher([
  ...privateNetworks,
  "0.0.0.0/8",
  "192.0.0.0/24",
  "198.18.0.0/15",
  "224.0.0.0/3",
  "::/128",
  "64:ff9b::/96",
  "2002::/16",
  "ff00::/8",
]);

/** `refused`: the key isn't accepted; `forbidden`: this person can't make the server call the address. */
export type RemoteFault = "unreachable" | "refused" | "forbidden" | "missing" | "nonsense";

export class RemoteError extends Error {
  constructor(
    readonly fault: RemoteFault,
    options?: ErrorOptions,
  ) {
    super(`The other server's answer: ${fault}`, options);
    this.name = "RemoteError";
  }
}

/** Checks the very addresses that are then connected to, so that a name can't lead elsewhere a moment later. */
const outsideOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) callback(error ?? new RemoteError("unreachable"), []);
    else if (addresses.some(({ address }) => isInside(address))) callback(new RemoteError("forbidden"), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const faultOf = (status: number): RemoteFault | null => {
  if (status === 401 || status === 403) return "refused";
  if (status === 404 || status === 400) return "missing";
  if (status === 429 || status >= 500) return "unreachable";
  // Redirects aren't followed.
  return status >= 200 && status < 300 ? null : "nonsense";
};

export interface RemoteRequest {
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  json?: object;
  signal?: AbortSignal | undefined;
}

/**
 * A server that someone named, called over plain HTTP or HTTPS without redirects. Unless `isTrusted`, it can't be this
 * machine or one in its network: a name is looked up once, and the connection goes to the addresses found.
 */
export class RemoteServer {
  readonly #agent: http.Agent;

  constructor(
    private readonly address: URL,
    private readonly isTrusted: boolean,
  ) {
    const options = { keepAlive: true, maxSockets };
    this.#agent = address.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
  }

  #send({ path, headers, json, signal }: RemoteRequest): Promise<http.IncomingMessage> {
    const url = new URL(`${this.address.pathname.replace(/\/+$/, "")}${path}`, this.address);
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    if (!this.isTrusted && isIP(host) !== 0 && isInside(host)) throw new RemoteError("forbidden");
    const body = json === undefined ? undefined : JSON.stringify(json);
    const { request } = url.protocol === "https:" ? https : http;
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: body === undefined ? "GET" : "POST",
          headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
          agent: this.#agent,
          timeout: idleMs,
          ...(this.isTrusted ? {} : { lookup: outsideOnly }),
          ...(signal ? { signal } : {}),
        },
        resolve,
      );
      sent.on("timeout", () => sent.destroy(new RemoteError("unreachable")));
      sent.on("error", (cause) =>
        reject(cause instanceof RemoteError ? cause : new RemoteError("unreachable", { cause })),
      );
      sent.end(body);
    });
  }

  /** An answer's bytes; the generator must be read to its end or returned. @throws RemoteError */
  async *read(request: RemoteRequest): AsyncGenerator<Uint8Array> {
    const answer = await this.#send(request);
    const fault = faultOf(answer.statusCode ?? 0);
    if (fault) {
      answer.destroy();
      throw new RemoteError(fault);
    }
    try {
      for await (const piece of answer) yield piece as Buffer;
      if (!answer.complete) throw new RemoteError("unreachable");
    } catch (cause) {
      throw cause instanceof RemoteError ? cause : new RemoteError("unreachable", { cause });
    } finally {
      answer.destroy();
    }
  }

  /** A JSON answer that hasn't been validated yet. @throws RemoteError */
  async readJson(request: RemoteRequest): Promise<unknown> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of this.read({
      ...request,
      headers: { Accept: "application/json", ...request.headers },
    })) {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) throw new RemoteError("nonsense");
      pieces.push(piece);
    }
    try {
      return JSON.parse(Buffer.concat(pieces).toString("utf8"));
    } catch (cause) {
      throw new RemoteError("nonsense", { cause });
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
