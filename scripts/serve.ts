import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";

import { closeDatabase, db } from "@/lib/db";
import { env } from "@/lib/env";
import { ensureSuperAdmin } from "@/lib/features/accounts/super-admin-service";
import { logError } from "@/lib/http/log";
import { handleMediaRequest } from "@/lib/platform/media-server";
import { getStorage } from "@/lib/platform/storage/storage";
import { startWorkers } from "@/lib/worker";
import { endOnSignal } from "@/scripts/end-on-signal";

const finishRequestsMs = 10_000;

// An empty storage beside a database that knows files is a disk that isn't mounted: better no start than a
// family that sees its album gone.
const known = await db.media.findFirst({ select: { id: true } });
await getStorage().verifyRoot({ expectExisting: known !== null });
await ensureSuperAdmin();

const app = next({ dev: false });
await app.prepare();
const handlePage = app.getRequestHandler();

/** What a client claims about addresses counts only behind a proxy: rate limits and secure cookies rest on it. */
function settleForwardedHeaders(request: IncomingMessage): void {
  if (env.TRUST_PROXY) return;
  request.headers["x-forwarded-for"] = request.socket.remoteAddress ?? "unknown";
  delete request.headers["x-forwarded-proto"];
  delete request.headers["x-forwarded-host"];
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  settleForwardedHeaders(request);
  try {
    if (!(await handleMediaRequest(request, response))) await handlePage(request, response);
  } catch (error) {
    logError(error, { path: request.url?.split("?")[0] });
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

const server = createServer(
  // A clip over a slow line takes long; headers don't. The proxy in front keeps its connections open for a minute.
  { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 75_000 },
  (request, response) => void answer(request, response),
);
await new Promise<void>((resolve, reject) => {
  server.once("error", (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE";
    reject(isTaken ? new Error(`Port ${env.PORT} is taken. Stop what uses it, or set PORT.`) : error);
  });
  server.listen(env.PORT, resolve);
});
const worker = env.WORKER_IN_PROCESS ? await startWorkers() : null;
process.send?.({ port: (server.address() as AddressInfo).port });

endOnSignal(async () => {
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const overdue = setTimeout(() => server.closeAllConnections(), finishRequestsMs);
  await finished;
  clearTimeout(overdue);
  await worker?.stop();
  await app.close();
  await closeDatabase();
});
