import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";

import { closeDatabase, db } from "@/lib/db";
import { env } from "@/lib/env";
import { ensureSuperAdmin } from "@/lib/features/accounts/super-admin-service";
import { recordErrors } from "@/lib/features/system/error-record-service";
import { AppError, notFound } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { isInMaintenance } from "@/lib/http/maintenance";
import { maintenanceHolder } from "@/lib/http/maintenance-holder";
import { handleMediaRequest } from "@/lib/platform/media-server";
import { getStorage } from "@/lib/platform/storage/storage";
import { startWorkers } from "@/lib/worker";
import { endOnSignal } from "@/scripts/end-on-signal";
import { createLimitedServer } from "@/scripts/limited-server";
import { staticAssets } from "@/scripts/static-assets";
import { handleUpload } from "@/scripts/upload-path";

const finishRequestsMs = 10_000;

// An empty storage beside a database that knows files is a disk that isn't mounted: better no start than a
// family that sees its album gone.
const known = await db.media.findFirst({ select: { id: true } });
await getStorage().verifyRoot({ expectExisting: known !== null });
await ensureSuperAdmin();
recordErrors();
// While the database is away pages say so themselves.
maintenanceHolder.keepsakeInMaintenance = () => isInMaintenance().catch(() => false);

const app = next({ dev: false });
await app.prepare();
const handlePage = app.getRequestHandler();
// An update never breaks an open tab: what it has not loaded yet is still there under its old name.
const handleAsset = staticAssets(".next/static", ".build/static-before");

/** What a client claims about addresses counts only behind a proxy: rate limits and secure cookies rest on it. */
function settleForwardedHeaders(request: IncomingMessage): void {
  if (env.TRUST_PROXY) return;
  request.headers["x-forwarded-for"] = request.socket.remoteAddress ?? "unknown";
  delete request.headers["x-forwarded-proto"];
  delete request.headers["x-forwarded-host"];
}

/** Whether an address is a path whose escapes can be read: Next answers a 500 to any other. */
function isReadable(url: string): boolean {
  if (!url.startsWith("/")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Next breaks at TRACE, and nothing here knows the others. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const methodNotAllowed = () =>
  new AppError("method_not_allowed", 405, "This address can't be asked in that way.", {
    headers: { Allow: [...methods].join(", ") },
  });

function refuse(response: ServerResponse, error: AppError): void {
  response.writeHead(error.status, {
    "Content-Type": "application/json",
    "Cache-Control": "private, no-store",
    ...error.headers,
  });
  response.end(JSON.stringify(error.body()));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  settleForwardedHeaders(request);
  if (!methods.has(request.method ?? "")) return refuse(response, methodNotAllowed());
  if (!isReadable(request.url ?? "/")) return refuse(response, notFound());
  try {
    if (await handleMediaRequest(request, response)) return;
    if (await handleUpload(request, response)) return;
    if (await handleAsset(request, response)) return;
    await handlePage(request, response);
  } catch (error) {
    logError(error, { path: request.url?.split("?")[0] });
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
// Behind a proxy it is the proxy that slow clients hold on to; its own connections stay open for a minute.
const server = env.TRUST_PROXY
  ? createServer({ requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 75_000 }, listener)
  : createLimitedServer(listener);
await new Promise<void>((resolve, reject) => {
  server.once("error", (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE";
    reject(isTaken ? new Error(`Port ${env.PORT} is taken. Stop what uses it, or set PORT.`) : error);
  });
  server.listen(env.PORT, resolve);
});
const worker = env.WORKER_IN_PROCESS ? await startWorkers() : null;
process.send?.({ port: (server.address() as AddressInfo).port });

/**
 * Waits for a turn of the event loop in which next to nothing was done: whoever knocked before has then been let in.
 * Closing the door on connections that wait before it would reset them, which a proxy can't make good for a POST.
 */
async function quietTurn(): Promise<void> {
  for (let turn = 0; turn < 1_000; turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (turn > 0 && performance.now() - began < 0.5) return;
  }
}

endOnSignal(async () => {
  await quietTurn();
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const overdue = setTimeout(() => server.closeAllConnections(), finishRequestsMs);
  await finished;
  clearTimeout(overdue);
  await worker?.stop();
  await app.close();
  await closeDatabase();
});
