import type { IncomingMessage, ServerResponse } from "node:http";
import { GET as download } from "@/app/api/media/[id]/download/route";
import { GET as downloadArchive } from "@/app/api/media/archives/[id]/route";
import { POST as addChunk } from "@/app/api/media/chunked-upload/chunk/route";
import { POST as uploadMedia } from "@/app/api/media/route";
import { logError } from "@/lib/http/log";
import type { RouteHandler } from "@/lib/http/route";
import { ConnectionClosed, sendBlocks } from "@/lib/http/send-blocks";
import { freeing } from "@/lib/platform/files/blocks";

/** Method and path of a call, and its handler. */
const calls: [RegExp, RouteHandler][] = [
  [/^POST \/api\/media$/, uploadMedia],
  [/^POST \/api\/media\/chunked-upload\/chunk$/, addChunk],
  [/^(?:GET|HEAD) \/api\/media\/archives\/(?<id>[^/]+)$/, downloadArchive],
  [/^(?:GET|HEAD) \/api\/media\/(?<id>[^/]+)\/download$/, download],
];

/** The same request for a route handler; its body is the socket's stream itself, and each piece is freed after its use. */
function webRequest(request: IncomingMessage, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  const web = new Request(url, { method: request.method ?? "GET", headers });
  if (request.method !== "POST") return web;
  // A refusal leaves the rest unread, and must not destroy the connection its answer is sent on.
  const pieces = () => freeing(request.iterator({ destroyOnReturn: false }));
  return Object.defineProperty(web, "body", {
    value: { [Symbol.asyncIterator]: pieces },
    // The guard wraps it again, to hash what is read.
    configurable: true,
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  response.setHeaders(answer.headers);
  const { body } = answer;
  if (!body) response.end();
  // Short answers to uploads: they get a length.
  else if (!response.hasHeader("Content-Disposition")) response.end(Buffer.from(await answer.arrayBuffer()));
  else if (response.destroyed) await body.cancel();
  else await sendBlocks(body, response);
}

/**
 * Answers uploads and downloads before Next, using the same route handlers Next would call: passing an upload through
 * Next's streams costs more than hashing and writing the file, and a download loses its length there, and with it the
 * browser's progress.
 * @returns false for any other request, which is left untouched
 */
export async function handleDirectCall(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const base = `http://${request.headers.host ?? ""}`;
  const [path = ""] = (request.url ?? "").split("?", 1);
  for (const [pattern, handler] of calls) {
    const match = pattern.exec(`${request.method} ${path}`);
    if (!match || !URL.canParse(request.url ?? "", base)) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    const web = webRequest(request, new URL(request.url ?? "", base));
    const answer = await handler(web, { params: Promise.resolve(params) });
    await send(answer, response).catch((error: unknown) => {
      if (!(error instanceof ConnectionClosed)) logError(error, { path });
      response.destroy();
    });
    return true;
  }
  return false;
}
