import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { routeModules } from "@/app/_generated/route-modules";
import type { Answer } from "@/lib/http/answer";
import { logError } from "@/lib/http/log";
import type { RouteHandler } from "@/lib/http/route";
import { routeFinder } from "@/lib/http/route-finder";
import { ConnectionClosed, sendBlocks } from "@/lib/http/send-blocks";
import { freeing } from "@/lib/platform/files/blocks";

const compress = promisify(gzip);
/** Below this, a compressed answer saves no packet. */
const minCompressedBytes = 1_024;

// Addresses outside /api go through Next's middleware.
const findRoute = routeFinder(Object.keys(routeModules).filter((path) => path.startsWith("/api/")));

/** The handler of a call and the parameters in its path; null where Next has to answer. */
async function findCall(method: string, path: string) {
  const found = findRoute(path);
  if (!found) return null;
  const handlers = (await routeModules[found.path]?.()) as Record<string, RouteHandler | undefined>;
  const handler = handlers[method] ?? (method === "HEAD" ? handlers.GET : undefined);
  return handler ? { handler, params: found.params } : null;
}

/** Aborts when the connection closes. */
function closingOf(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  if (response.destroyed) closing.abort();
  else response.once("close", () => closing.abort());
  return closing.signal;
}

/** The same request for a route handler; its body is the socket's stream itself, and each piece is freed after its use. */
function webRequest(request: IncomingMessage, response: ServerResponse, url: URL): Request {
  const method = request.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  const web = new Request(url, { method, headers });
  let signal: AbortSignal | undefined;
  // Made on demand: few handlers use it, and a Request that is given one costs twice as much or more.
  Object.defineProperty(web, "signal", {
    get: () => {
      signal ??= closingOf(response);
      return signal;
    },
  });
  if (method === "GET" || method === "HEAD") return web;
  // A refusal leaves the rest unread, and must not destroy the connection its answer is sent on.
  const pieces = () => freeing(request.iterator({ destroyOnReturn: false }));
  return Object.defineProperty(web, "body", {
    value: { [Symbol.asyncIterator]: pieces },
    // The guard wraps it again, to hash what is read.
    configurable: true,
  });
}

/** With its length; compressed for a browser, as Next does it. */
async function sendText(text: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (text.length < minCompressedBytes) return void response.end(text);
  response.appendHeader("Vary", "Accept-Encoding");
  if (!/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))) return void response.end(text);
  response.setHeader("Content-Encoding", "gzip");
  response.end(await compress(text));
}

async function send(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  response.setHeaders(answer.headers);
  const { body } = answer;
  if (body === null) response.end();
  else if (typeof body === "string") await sendText(body, request, response);
  else if (response.destroyed || request.method === "HEAD") await body.cancel().then(() => response.end());
  else await sendBlocks(body, response);
}

/**
 * Answers calls before Next, using the same route handlers that Next would call. Next takes longer for a small answer
 * than we take to find it. Passing an upload through its streams costs more than hashing and writing the file, and a
 * download loses its length there, and with it the browser's progress.
 * @returns false for any other request, which is left untouched
 */
export async function handleDirectCall(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const base = `http://${request.headers.host ?? ""}`;
  const url = request.url ?? "";
  const [path = ""] = url.split("?", 1);
  if (!URL.canParse(url, base)) return false;
  const found = await findCall(request.method ?? "", path);
  if (!found) return false;
  const answer = await found.handler.answer(webRequest(request, response, new URL(url, base)), found.params);
  await send(answer, request, response).catch((error: unknown) => {
    if (!(error instanceof ConnectionClosed)) logError(error, { path });
    response.destroy();
  });
  return true;
}
