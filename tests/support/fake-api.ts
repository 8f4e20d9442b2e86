export interface ApiCall {
  method: string;
  /** Including its query. */
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

export interface ApiReply {
  status?: number;
  json?: unknown;
  headers?: Record<string, string>;
}

type Handler = (call: ApiCall) => ApiReply | Promise<ApiReply>;

/**
 * Stands in for the server at the network's edge. Handlers are found by "METHOD /path" without the query; a call
 * without one fails the test by answering 500.
 */
export class FakeApi {
  readonly calls: ApiCall[] = [];
  readonly #handlers = new Map<string, Handler>();

  on(call: string, reply: ApiReply | Handler): this {
    this.#handlers.set(call, typeof reply === "function" ? reply : () => reply);
    return this;
  }

  /** The calls made so far, as "METHOD /path?query". */
  made(start = ""): string[] {
    return this.calls.map(({ method, path }) => `${method} ${path}`).filter((call) => call.startsWith(start));
  }

  install(): this {
    globalThis.fetch = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const path = String(input);
      const method = init.method ?? "GET";
      const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      const call = { method, path, body, headers: { ...(init.headers as Record<string, string>) } };
      this.calls.push(call);
      const handler = this.#handlers.get(`${method} ${path.split("?")[0]}`);
      const reply = handler
        ? await handler(call)
        : { status: 500, json: { message: `no handler for ${path}` } };
      return responseOf(reply);
    }) as typeof fetch;
    return this;
  }
}

// jsdom has no Response; this has the parts our client reads.
function responseOf({ status = 200, json, headers = {} }: ApiReply): Response {
  const text = json === undefined ? "" : JSON.stringify(json);
  const sent: Record<string, string> = {
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: "",
    headers: { get: (name: string) => sent[name.toLowerCase()] ?? null },
    text: async () => text,
    json: async () => JSON.parse(text),
    blob: async () => new Blob([text]),
  } as unknown as Response;
}
