import { routeModules } from "@/app/_generated/route-modules";
import { declaredCalls } from "@/lib/http/openapi";
import type { RouteHandler } from "@/lib/http/route";
import { routeFinder } from "@/lib/http/route-finder";

/** The album's address in these tests. */
export const albumOrigin = "http://album.test";

export interface CallOptions {
  /** Session cookie in the form of a Cookie header; none for a visitor. */
  cookie?: string | null;
  /** Sent as application/json. */
  json?: unknown;
  body?: BodyInit;
  /** Content-Type of `body`. */
  type?: string;
  headers?: Record<string, string>;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined where the answer is not JSON. */
  body: T;
  bytes: Buffer;
}

/** Every module of route handlers by its path, as Next has them. */
export async function loadRouteModules(): Promise<Record<string, Record<string, unknown>>> {
  const modules: Record<string, Record<string, unknown>> = {};
  for (const [path, load] of Object.entries(routeModules)) modules[path] = await load();
  return modules;
}

export async function loadDeclaredCalls() {
  return declaredCalls(await loadRouteModules());
}

const findRoute = routeFinder(Object.keys(routeModules));

export function requestOf(method: string, path: string, options: CallOptions = {}): Request {
  const headers = new Headers(options.headers);
  if (options.cookie) headers.set("Cookie", options.cookie);
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const type = options.json === undefined ? options.type : (options.type ?? "application/json");
  if (type) headers.set("Content-Type", type);
  const init: RequestInit & { duplex?: "half" } = { method, headers };
  if (body !== undefined) Object.assign(init, { body, duplex: "half" });
  const request = new Request(new URL(path, albumOrigin), init);
  // Only if the caller set none: bytes have no type of their own.
  if (!type && !(body instanceof FormData)) request.headers.delete("Content-Type");
  return request;
}

/**
 * Calls a route handler the way Next does.
 * @param path with its query, parameters encoded
 */
export async function call<T = Record<string, unknown>>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T>> {
  return send<T>(requestOf(method, path, options));
}

/** Passes a request to the handler for its path and method. @throws Error when there is none */
export async function respond(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = findRoute(pathname);
  if (!found) throw new Error(`No route for ${pathname}`);
  const module = await routeModules[found.path]?.();
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = module?.[method] as RouteHandler | undefined;
  if (!handler) throw new Error(`${found.path} has no ${request.method}`);
  return handler(request, { params: Promise.resolve(found.params) });
}

export async function send<T = Record<string, unknown>>(request: Request): Promise<Answer<T>> {
  const response = await respond(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.includes("json") && bytes.length > 0;
  const body = (isJson ? JSON.parse(bytes.toString("utf8")) : undefined) as T;
  return { status: response.status, headers: response.headers, body, bytes };
}
