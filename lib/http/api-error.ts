interface ErrorBody {
  text: string;
  /** undefined when the text is not JSON. */
  json: unknown;
}

function textField(json: unknown, name: string): string | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const value = (json as Record<string, unknown>)[name];
  return typeof value === "string" && value ? value : undefined;
}

/** Specification 8.1: message or error field, whole JSON, text, status text, 'Unknown error'. */
function messageOf({ text, json }: ErrorBody, statusText: string): string {
  const fromJson =
    textField(json, "message") ??
    textField(json, "error") ??
    (json === undefined ? undefined : JSON.stringify(json));
  return fromJson || text || statusText || "Unknown error";
}

/** A call that was not answered with 2xx. `message` has the form '{status}: {message}' (specification 8.1). */
export class ApiError extends Error {
  readonly status: number;
  /** The stable snake_case code; undefined when the answer was not ours. */
  readonly code: string | undefined;
  /** The input field at fault. */
  readonly field: string | undefined;
  /** The readable message, without the status. */
  readonly userMessage: string;
  /** The parsed body: the duplicate answer and the basket's refusals contain more details. */
  readonly body: unknown;

  constructor(status: number, statusText: string, body: ErrorBody) {
    const userMessage = messageOf(body, statusText);
    super(`${status}: ${userMessage}`);
    this.name = "ApiError";
    this.status = status;
    this.userMessage = userMessage;
    this.code = textField(body.json, "code");
    this.field = textField(body.json, "field");
    this.body = body.json;
  }
}

/** The error for a refused answer; reads its body. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  let json: unknown;
  try {
    json = text ? JSON.parse(text) : undefined;
  } catch {
    json = undefined;
  }
  return new ApiError(response.status, response.statusText, { text, json });
}

/** The message to show for anything that was thrown: the fallback where the error's text was not written for people. */
export function errorMessage(error: unknown, fallback: string): string {
  // An answer that isn't JSON is not ours: a proxy's error page.
  if (error instanceof ApiError) return error.body === undefined ? fallback : error.userMessage;
  // The browser's own: fetch throws a TypeError without an answer, and JSON that can't be parsed is a SyntaxError.
  const isBrowsers = [TypeError, SyntaxError, DOMException].some((kind) => error instanceof kind);
  if (isBrowsers) return fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}

/** Retries requests that got no answer, as in specification 9.2; a refusal is final. */
export function retryUnlessRefused(failures: number, error: unknown): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500);
}
