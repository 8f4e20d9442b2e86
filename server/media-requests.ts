import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { planFile } from "@/lib/album/media/server/file-plan";
import {
  getCachedPicture,
  type MediaFile,
  type MediaFileKind,
  requireMediaFile,
} from "@/lib/album/media/server/file-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { getCachedActor } from "@/lib/core/auth/server/sessions";
import { env } from "@/lib/env";
import { callerOf, countRefusal } from "@/lib/http/caller";
import { asAppError } from "@/lib/http/error-mapping";
import { notFound } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { refuseInMaintenance } from "@/lib/http/maintenance";
import { privateHeaders } from "@/lib/http/private-headers";
import { addressIn, isSecureProtocol } from "@/lib/http/same-origin";
import { sendBlocks } from "@/lib/http/send-blocks";
import { Cache } from "@/lib/platform/cache";
import { readSmallFile, type SmallFile } from "@/lib/platform/files/small-file";
import { observeRequest } from "@/lib/platform/metrics/metrics";
import { shareOf } from "@/lib/platform/siblings";
import { getStorage } from "@/lib/platform/storage/storage";

/** As the route handlers for these paths declare it. */
export const mediaKeyScope = "read";

/** What a TV or frame shows, likewise. */
export const screenKinds: readonly MediaFileKind[] = ["medium", "stream"];

const paths: [RegExp, MediaFileKind, string][] = [
  [/^\/api\/images\/thumbnail\/([^/]+)$/, "thumbnail", "/api/images/{size}/{id}"],
  [/^\/fast-images\/thumbnail\/([^/]+)$/, "thumbnail", "/fast-images/thumbnail/{id}"],
  [/^\/api\/images\/medium\/([^/]+)$/, "medium", "/api/images/{size}/{id}"],
  [/^\/api\/images\/sphere\/([^/]+)$/, "sphere", "/api/images/{size}/{id}"],
  [/^\/direct-image\/([^/]+)$/, "medium", "/direct-image/{id}"],
  [/^\/api\/video\/thumbnail\/([^/]+)$/, "poster", "/api/video/thumbnail/{id}"],
  [/^\/api\/video\/stream\/([^/]+)$/, "stream", "/api/video/stream/{id}"],
];

/** The file a path names; null for a path that belongs to Next. */
export function mediaPath(path: string): { kind: MediaFileKind; mediaId: string; route: string } | null {
  for (const [pattern, kind, route] of paths) {
    const match = pattern.exec(path);
    if (match?.[1]) return { kind, mediaId: match[1], route };
  }
  return null;
}

interface HotPicture {
  bytes: Buffer;
  /** Headers of a complete answer, alternating names and values: the form Node takes without processing them. */
  headers: string[];
}

const megabyte = 1024 * 1024;
/** The size of small pictures that many request. */
const maxPictureBytes = 128 * 1024;
const hot = new Cache<HotPicture>({
  maxBytes: shareOf(32 * megabyte, 8 * megabyte),
  maxItemBytes: maxPictureBytes,
  bytesOf: ({ bytes }) => bytes.length,
});

/** Fewer than the pictures that fit into `hot`: those of a longer scroll would only push each other out. */
const readOnce = new Cache<true>({ maxItems: 500 });

function wasReadBefore(name: string): boolean {
  const isKnown = readOnce.get(name) !== undefined;
  if (!isKnown) readOnce.set(name, true);
  return isKnown;
}

/** The internal location that the nginx example in docs/operations.md maps to DATA_DIR/media. */
const accelPrefix = "/_keepsake-files/";
const hotName = (file: MediaFile) => `${file.key} ${file.etag}`;

/** Thumbnails and medium images, which are read in full; clips stream. */
const isPicture = (file: MediaFile) =>
  file.contentType.startsWith("image/") && file.downloadName === undefined;

const stays = () => {};

async function readPicture(file: MediaFile): Promise<SmallFile | null> {
  const name = hotName(file);
  const known = hot.get(name);
  if (known) return { bytes: known.bytes, giveBack: stays };
  const path = getStorage().localPath(file.key);
  const found = await (path ? readSmallFile(path) : readStoredPicture(file.key));
  // Pictures that are read once, as when scrolling through a month, don't displace those that many request.
  if (!found || !wasReadBefore(name)) return found;
  const bytes = Buffer.from(found.bytes);
  found.giveBack();
  const { headers } = planFile(file, bytes.length, () => null);
  hot.set(name, { bytes, headers: Object.entries(headers).flat() });
  return { bytes, giveBack: stays };
}

async function readStoredPicture(key: string): Promise<SmallFile | null> {
  const stat = await getStorage().stat(key);
  if (!stat || stat.bytes > maxPictureBytes) return null;
  const pieces: Buffer[] = [];
  for await (const piece of await getStorage().read(key)) pieces.push(piece as Buffer);
  return { bytes: Buffer.concat(pieces), giveBack: stays };
}

/** Calls `done` when nothing more will be sent of an answer. */
function onceSent(response: ServerResponse, done: () => void): void {
  if (response.closed) done();
  else response.once("close", done);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: MediaFile): Promise<void> {
  const header = (name: string) => request.headers[name] as string | undefined;
  const onlyIfNoneMatch = (name: string) => (name === "if-none-match" ? header(name) : undefined);
  if (env.MEDIA_OFFLOAD === "nginx" && getStorage().localPath(file.key)) {
    // nginx handles lengths and ranges; whether this person gets the file was decided here.
    const plan = planFile(file, 0, onlyIfNoneMatch);
    const { "Content-Length": _, ...headers } = plan.headers;
    if (plan.status === 200) headers["X-Accel-Redirect"] = `${accelPrefix}${file.key}`;
    return void response.writeHead(plan.status, headers).end();
  }
  const unchanged = planFile(file, 0, onlyIfNoneMatch);
  if (unchanged.status === 304) return void response.writeHead(304, unchanged.headers).end();
  const small = isPicture(file) ? await readPicture(file) : null;
  if (small) onceSent(response, small.giveBack);
  const size = small?.bytes.length ?? (await getStorage().stat(file.key))?.bytes;
  if (size === undefined) throw notFound();
  const plan = planFile(file, size, header);
  response.writeHead(plan.status, plan.headers);
  if (!plan.range || request.method === "HEAD") return void response.end();
  const { start, end } = plan.range;
  if (small) return void response.end(small.bytes.subarray(start, end + 1));
  const path = getStorage().localPath(file.key);
  const stream = path
    ? createReadStream(path, { start, end })
    : await getStorage().read(file.key, plan.range);
  // A bucket that has stopped answering would keep it open.
  response.once("close", () => stream.destroy());
  await sendBlocks(stream, response);
}

const isSecure = ({ headers }: IncomingMessage) => isSecureProtocol(headers["x-forwarded-proto"]);

const credentialsOf = (request: IncomingMessage) => ({
  cookie: request.headers.cookie,
  authorization: request.headers.authorization,
  isSecure: isSecure(request),
  address: addressIn(request.headers["x-forwarded-for"]),
});

/** Request headers browsers send for a picture that change the answer. */
const asksForMore = ({ headers }: IncomingMessage) =>
  headers.range !== undefined || headers["if-none-match"] !== undefined;

/**
 * A picture cached in the last seconds, answered without waiting for anything. @returns false when it needs more than
 * that
 */
function sendHotPicture(
  request: IncomingMessage,
  response: ServerResponse,
  { kind, mediaId }: { kind: MediaFileKind; mediaId: string },
): boolean {
  if (request.method !== "GET" || asksForMore(request) || env.MEDIA_OFFLOAD !== "off") return false;
  const actor = getCachedActor(request.headers.cookie, isSecure(request));
  const file = actor && getCachedPicture(actor, kind, mediaId);
  const picture = file && hot.get(hotName(file));
  if (!picture) return false;
  response.writeHead(200, picture.headers).end(picture.bytes);
  return true;
}

/**
 * Answers pictures and clips in plain Node, before Next: a Next route handler costs more than the file. Access is
 * decided by the same function that the route handlers for these paths call.
 * @returns false for any other request, which is left untouched
 */
export async function handleMediaRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const url = request.url ?? "/";
  const queryAt = url.indexOf("?");
  const found = mediaPath(queryAt === -1 ? url : url.slice(0, queryAt));
  const query = () => Object.fromEntries(new URLSearchParams(queryAt === -1 ? "" : url.slice(queryAt)));
  if (!found) return false;
  const startedAt = performance.now();
  response.once("close", () => {
    const seconds = (performance.now() - startedAt) / 1000;
    observeRequest({
      method: request.method ?? "GET",
      route: found.route,
      status: response.statusCode,
      seconds,
    });
  });
  let actor: Actor | null = null;
  const see = (known: Actor) => {
    actor = known;
  };
  try {
    // Super admins have no pictures, so maintenance closes this to everyone.
    await refuseInMaintenance(null);
    if (sendHotPicture(request, response, found)) return true;
    const screens = screenKinds.includes(found.kind) ? "open" : "closed";
    actor = await callerOf(credentialsOf(request), { keyScope: mediaKeyScope, screens }, see);
    await sendFile(request, response, await requireMediaFile(actor, found.kind, found.mediaId, query()));
  } catch (thrown) {
    if (response.headersSent) {
      // Half a file was sent: only a broken connection tells the browser so.
      response.destroy();
      return true;
    }
    const error = asAppError(thrown);
    const requestId = randomUUID();
    if (error.status >= 500) logError(thrown, { requestId, path: found.route });
    await countRefusal(actor, error.status);
    response.writeHead(error.status, {
      "X-Request-Id": requestId,
      "Content-Type": "application/json",
      ...privateHeaders,
      ...error.headers,
    });
    response.end(request.method === "HEAD" ? undefined : JSON.stringify(error.body()));
  }
  return true;
}
