import { NetworkError, UploadCancelledError } from "@/lib/album/uploads/client/upload-errors";
import { identityHeaders, sessionHeaders } from "@/lib/http/stored-session";

export interface UploadAnswer {
  status: number;
  statusText: string;
  text: string;
  /** undefined when the text isn't JSON. */
  json: unknown;
  retryAfterMs: number | null;
}

export interface PostOptions {
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** 0 to 1 of the body's bytes; 1 means that the response is pending. */
  onSent?: (fraction: number) => void;
}

/** A connection that transfers nothing for this long is aborted and retried. */
const stalledSendMs = 60_000;
const stalledAnswerMs = 300_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answerOf(request: XMLHttpRequest): UploadAnswer {
  const retryAfter = Number(request.getResponseHeader("Retry-After") ?? Number.NaN);
  return {
    status: request.status,
    statusText: request.statusText,
    text: request.responseText,
    json: parsed(request.responseText),
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : null,
  };
}

/** POSTs JSON. @throws as postBytes */
export const postJson = (path: string, body: unknown, options: PostOptions): Promise<UploadAnswer> =>
  postBytes(path, JSON.stringify(body), "application/json", options);

/**
 * POSTs by XMLHttpRequest, which reports how much has been sent; fetch does not.
 * @throws NetworkError without a response, UploadCancelledError once the signal is aborted
 */
export function postBytes(
  path: string,
  body: string | ArrayBuffer | Blob,
  type: string,
  { signal, headers, onSent }: PostOptions,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelledError());
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", onAbort);
      window.removeEventListener("offline", onLost);
      finish();
    };
    const onAbort = () => {
      settle(() => reject(new UploadCancelledError()));
      request.abort();
    };
    // After the network is lost, requests hang for minutes before they fail.
    const onLost = () => {
      settle(() => reject(new NetworkError()));
      request.abort();
    };
    const watch = (ms: number) => {
      clearTimeout(stalled);
      stalled = setTimeout(onLost, ms);
    };
    request.upload.onprogress = (event) => {
      watch(stalledSendMs);
      if (event.lengthComputable && event.total > 0) onSent?.(Math.min(0.999, event.loaded / event.total));
    };
    request.upload.onload = () => {
      watch(stalledAnswerMs);
      onSent?.(1);
    };
    request.onload = () => settle(() => resolve(answerOf(request)));
    request.onerror = () => settle(() => reject(new NetworkError()));
    request.ontimeout = request.onerror;
    signal.addEventListener("abort", onAbort);
    window.addEventListener("offline", onLost);

    request.open("POST", path);
    request.withCredentials = true;
    const all = {
      "Content-Type": type,
      ...sessionHeaders(),
      ...identityHeaders(path),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    watch(stalledSendMs);
    request.send(body);
  });
}
