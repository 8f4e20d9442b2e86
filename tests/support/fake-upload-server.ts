/** A call as it reached the network's edge. */
export interface UploadCall {
  method: string;
  /** Without the query. */
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface UploadReply {
  status?: number;
  statusText?: string;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

/** The outcome of a call: the usual, another answer, a lost connection, or silence until `release`. */
export type Fate = UploadReply | "usual" | "lost" | "silent";

/** Specification 9.4. */

interface BegunUpload {
  totalChunks: number;
  received: Set<number>;
}

const root = "/api/media/chunked-upload";
const missing = { status: 404, json: { error: "This could not be found.", code: "not_found" } };

/**
 * The server's upload calls behind a fake XMLHttpRequest and a fake fetch. It answers like the real one; a test alters
 * single calls with `next`.
 */
export class FakeUploadServer {
  readonly calls: UploadCall[] = [];
  readonly uploads = new Map<string, BegunUpload>();
  readonly kept: Record<string, unknown>[] = [];
  readonly aborted: string[] = [];
  /** How many raw bytes it accepts at once; 0: it is an older server that doesn't say. */
  partBytes = 0;
  /** 8 MiB for files over 100 MB. */
  chunkBytes = 1_048_576;
  /** Answers for paths other than uploads: GETs of the surrounding page. */
  others: (call: UploadCall) => UploadReply = () => ({ json: {} });
  readonly #bent = new Map<string, Fate[]>();
  #silenced: (() => void)[] = [];
  #awaited: (() => void)[] = [];

  /** Replaces the network for the running test. */
  install(): this {
    const server = this;
    Object.assign(globalThis, {
      XMLHttpRequest: class extends FakeXhr {
        constructor() {
          super(server);
        }
      },
      fetch: (path: string, init?: RequestInit) => server.#fetch(path, init),
    });
    return this;
  }

  /** Decides the next calls to a path, in order; after those it answers as usual. */
  next(path: string, ...fates: Fate[]): void {
    this.#bent.set(path, [...(this.#bent.get(path) ?? []), ...fates]);
  }

  /** Calls waiting in silence get the usual answer after all. */
  release(): void {
    for (const answer of this.#silenced.splice(0)) answer();
  }

  to(path: string): UploadCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** Resolves once a path has been called this often. */
  until(path: string, count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.to(path).length >= count) resolve();
        else this.#awaited.push(look);
      };
      look();
    });
  }

  chunkIndexes(): unknown[] {
    return this.to(`${root}/chunk`).map(({ body }) => body.chunkIndex);
  }

  /** The chunks of each call. */
  runs(): number[][] {
    return this.to(`${root}/chunk`).map(({ body }) => this.#runOf(body));
  }

  /** @param answer called at once, later or never */
  take(call: UploadCall, answer: (reply: UploadReply | "lost") => void): void {
    this.calls.push(call);
    const fate = this.#bent.get(call.path)?.shift();
    const answerAsUsual = () => answer(this.#usual(call));
    if (fate === "silent") this.#silenced.push(answerAsUsual);
    else if (fate && fate !== "usual") answer(fate);
    else answerAsUsual();
    for (const look of this.#awaited.splice(0)) look();
  }

  /** The chunks that a call brings: one as JSON, or a run of raw bytes. */
  #runOf({ chunkIndex, bytes }: Record<string, unknown>): number[] {
    const count = typeof bytes === "number" ? Math.ceil(bytes / this.chunkBytes) : 1;
    return Array.from({ length: count }, (_, at) => Number(chunkIndex) + at);
  }

  #usual(call: UploadCall): UploadReply {
    const { path, body } = call;
    const uploadId = String(body.uploadId ?? decodeURIComponent(path.slice(root.length + 1)));
    const upload = this.uploads.get(uploadId);
    if (path === "/api/media" && call.method === "POST") {
      this.kept.push(body);
      return { status: 201, json: { id: `item-${this.kept.length}`, fileName: body.fileName } };
    }
    if (call.method === "PATCH") return { json: { id: path.slice("/api/media/".length) } };
    if (!path.startsWith(root)) return this.others(call);
    const progress = (of: BegunUpload) => ({
      json: {
        uploadId,
        received: [...of.received],
        totalChunks: of.totalChunks,
        ...(this.partBytes > 0 ? { partBytes: this.partBytes } : {}),
      },
    });
    if (path === `${root}/init`) {
      const begun = upload ?? { totalChunks: Number(body.totalChunks), received: new Set<number>() };
      this.uploads.set(uploadId, begun);
      return { status: upload ? 200 : 201, ...progress(begun) };
    }
    if (!upload) return missing;
    if (path === `${root}/chunk`) for (const index of this.#runOf(body)) upload.received.add(index);
    if (path === `${root}/cancel`) {
      this.uploads.delete(uploadId);
      return { status: 204 };
    }
    if (path !== `${root}/complete`) return progress(upload);
    if (upload.received.size < upload.totalChunks)
      return {
        status: 409,
        json: { error: "Parts of the file are still missing.", code: "upload_incomplete" },
      };
    this.kept.push({ uploadId });
    return { status: 201, json: { id: `item-${this.kept.length}` } };
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const call = {
      method: init.method ?? "GET",
      path: path.split("?")[0] ?? path,
      headers: { ...(init.headers as Record<string, string>) },
      body: init.body ? JSON.parse(String(init.body)) : {},
    };
    return new Promise((resolve, reject) => {
      this.take(call, (reply) => {
        if (reply === "lost") return reject(new TypeError("Failed to fetch"));
        const { status = 200, json, text = JSON.stringify(json) } = reply;
        resolve({
          ok: status < 300,
          status,
          statusText: reply.statusText ?? "",
          headers: { get: (name: string) => (name === "content-type" ? "application/json" : null) },
          json: async () => JSON.parse(text),
          text: async () => text,
        } as unknown as Response);
      });
    });
  }
}

/** The fields of a form as the server reads them; a file's are its type and its bytes, one character each. */
function fieldsOf(form: string, boundary: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const part of form.split(`--${boundary}`).slice(1, -1)) {
    const [head = "", ...rest] = part.slice(2, -2).split("\r\n\r\n");
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
    const text = rest.join("\r\n\r\n");
    const type = /Content-Type: (.*)/.exec(head)?.[1];
    if (type) fields[name] = { type, bytes: text };
    else {
      const value = Buffer.from(text, "latin1").toString();
      fields[name] = ["year", "month"].includes(name) ? Number(value) : value;
    }
  }
  return fields;
}

function latin1Of(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsBinaryString(blob);
  });
}

type Handler = ((event: { lengthComputable: boolean; loaded: number; total: number }) => void) | null;

/** As much of XMLHttpRequest as an upload uses; it reports progress at half and at all bytes before the answer. */
class FakeXhr {
  readonly upload: { onprogress: Handler; onload: (() => void) | null } = { onprogress: null, onload: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  withCredentials = false;
  status = 0;
  statusText = "";
  responseText = "";
  #call: UploadCall = { method: "", path: "", headers: {}, body: {} };
  #reply: UploadReply = {};
  #isOver = false;

  constructor(private readonly server: FakeUploadServer) {}

  open(method: string, url: string) {
    const [path = "", query = ""] = url.split("?");
    const body = Object.fromEntries(new URLSearchParams(query));
    this.#call = { ...this.#call, method, path, body };
  }

  setRequestHeader(name: string, value: string) {
    this.#call.headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.#reply.headers?.[name] ?? null;
  }

  send(body: string | ArrayBuffer | Blob) {
    if (body instanceof Blob) void this.#sendForm(body);
    else if (typeof body === "string") this.#send(JSON.parse(body), body.length);
    else {
      const { chunkIndex, ...query } = this.#call.body;
      const { byteLength: bytes } = body;
      this.#send({ ...query, chunkIndex: Number(chunkIndex), bytes }, bytes);
    }
  }

  async #sendForm(form: Blob) {
    const boundary = this.#call.headers["Content-Type"]?.split("boundary=")[1] ?? "";
    const body = fieldsOf(await latin1Of(form), boundary);
    if (!this.#isOver) this.#send(body, form.size);
  }

  #send(body: Record<string, unknown>, total: number) {
    this.#call.body = body;
    this.upload.onprogress?.({ lengthComputable: true, loaded: total / 2, total });
    this.upload.onload?.();
    this.server.take(this.#call, (reply) => setTimeout(() => this.#answer(reply), 0));
  }

  abort() {
    if (!this.#isOver) this.server.aborted.push(this.#call.path);
    this.#isOver = true;
  }

  #answer(reply: UploadReply | "lost") {
    if (this.#isOver) return;
    this.#isOver = true;
    if (reply === "lost") return this.onerror?.();
    this.#reply = reply;
    this.status = reply.status ?? 200;
    this.statusText = reply.statusText ?? "";
    this.responseText = reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json));
    this.onload?.();
  }
}

/** What the device reports about its network, with the matching event. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, "onLine", { configurable: true, value: isOnline });
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}
