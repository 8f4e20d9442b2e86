import type { IncomingMessage, ServerResponse } from "node:http";
import { POST as addChunk } from "@/app/api/media/chunked-upload/chunk/route";
import { POST as uploadMedia } from "@/app/api/media/route";
import type { RouteHandler } from "@/lib/http/route";

const handlers: Record<string, RouteHandler> = {
  "/api/media": uploadMedia,
  "/api/media/chunked-upload/chunk": addChunk,
};

/** The same request for a route handler, whose body is the socket's stream itself instead of a copy of it. */
function webRequest(request: IncomingMessage, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  // A refusal leaves the rest unread, and must not tear down the line its answer goes out on.
  const pieces = () => request.iterator({ destroyOnReturn: false });
  return Object.defineProperty(new Request(url, { method: "POST", headers }), "body", {
    value: { [Symbol.asyncIterator]: pieces },
    // The guard wraps it once more, to hash what is read.
    configurable: true,
  });
}

/**
 * Answers uploads before Next, by the very route handlers that Next would call: the way through its streams costs more
 * than hashing and writing the file.
 * @returns false for any other request, which is left untouched
 */
export async function handleUpload(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (request.method !== "POST") return false;
  const [path = ""] = (request.url ?? "").split("?", 1);
  const handler = handlers[path];
  const base = `http://${request.headers.host ?? ""}`;
  if (!handler || !URL.canParse(request.url ?? "", base)) return false;
  const answer = await handler(webRequest(request, new URL(request.url ?? "", base)));
  response.statusCode = answer.status;
  response.setHeaders(answer.headers);
  response.end(Buffer.from(await answer.arrayBuffer()));
  return true;
}
