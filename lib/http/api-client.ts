import { type ApiError, apiErrorOf } from "@/lib/http/api-error";
import { identityHeaders, readStoredUser, sessionHeaders } from "@/lib/http/stored-session";

export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ApiRequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

const userSettingsPath = "/api/user-settings";
/** Browsers complete a closed page's requests only while the bodies of all such requests total at most 64 KB. */
const maxKeptAlive = 4_000;
const databaseInitializing = "Database initialization in progress, please wait and retry";

let pageFamilyId: string | null = null;

/** Names the family this page was loaded for: once another is the current one, the server refuses the page's changes. */
export function setPageFamily(familyId: string | null): void {
  pageFamilyId = familyId;
}

// Specification 7.1 requires extra logging of the basket's calls.
function logBasketCall(path: string, ...facts: unknown[]): void {
  if (path.includes("/print/basket")) console.log(`[basket] ${path}`, ...facts);
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.includes("json") ?? false;
}

/**
 * The fallback of specification 7.1: user settings refused with 401 are requested again by the stored user's id.
 * @returns the retried answer when it succeeded, otherwise null
 */
async function retryUserSettings(path: string, init: RequestInit): Promise<Response | null> {
  if (!path.includes(userSettingsPath)) return null;
  const user = readStoredUser();
  if (!user) return null;
  const response = await fetch(`${userSettingsPath}/${encodeURIComponent(user.id)}`, {
    ...init,
    credentials: "include",
  });
  return response.ok ? response : null;
}

/**
 * The only helper for calls to our own server (specification 7.1).
 * @param body sent as JSON when given
 * @returns parsed JSON of a GET or of a JSON answer, else the raw Response (such as a 204)
 * @throws ApiError for any answer that is not 2xx
 */
export async function apiRequest<T = unknown>(
  method: ApiMethod,
  path: string,
  body?: unknown,
  options: ApiRequestOptions = {},
): Promise<T> {
  const json = { "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  logBasketCall(path, method, body);
  let response = await fetch(path, {
    method,
    keepalive: method !== "GET" && (text?.length ?? 0) <= maxKeptAlive,
    headers: {
      ...(body === undefined ? {} : json),
      ...sessionHeaders(),
      ...identityHeaders(path),
      ...(method === "GET" || pageFamilyId === null ? {} : { "X-Family-ID": pageFamilyId }),
      ...options.headers,
    },
    ...(text === undefined ? {} : { body: text }),
    ...(options.signal ? { signal: options.signal } : {}),
    credentials: "include",
  });
  logBasketCall(path, response.status);

  if (response.status === 401) {
    const merged = { ...(typeof body === "object" ? body : {}), bypass_auth: true };
    // A GET can't carry a body.
    const retried = method === "GET" ? { method } : { method, headers: json, body: JSON.stringify(merged) };
    response = (await retryUserSettings(path, retried)) ?? response;
  }
  if (!response.ok) throw await apiErrorOf(response);
  return (method === "GET" || isJson(response) ? await response.json() : response) as T;
}

/**
 * The default query fetch (specification 7.1): a GET on the path that is the query key's first element.
 * @returns parsed JSON; {} when it can't be parsed; null on 401 without fallback
 * @throws ApiError, or 'Database initialization in progress, please wait and retry' (specification 8.1)
 */
export async function queryFetch({
  queryKey,
  signal,
}: {
  queryKey: readonly unknown[];
  signal?: AbortSignal;
}): Promise<unknown> {
  const path = String(queryKey[0]);
  logBasketCall(path, "GET");
  let response = await fetch(path, {
    headers: { ...sessionHeaders(), ...identityHeaders(path) },
    ...(signal ? { signal } : {}),
    credentials: "include",
  });
  logBasketCall(path, response.status);

  if (response.status === 401) {
    const retried = await retryUserSettings(path, { method: "GET" });
    if (!retried) return null;
    response = retried;
  }
  if (!response.ok) {
    const error = await apiErrorOf(response);
    throw isDatabaseInitializing(error) ? new Error(databaseInitializing, { cause: error }) : error;
  }
  return response.json().catch(() => ({}));
}

function isDatabaseInitializing(error: ApiError): boolean {
  return (
    error.status === 500 && error.body !== undefined && /schema|undefined|database/i.test(error.userMessage)
  );
}
