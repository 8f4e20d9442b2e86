import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import compression from "compression";
import next from "next";
import { ensureSuperAdmin } from "@/lib/account/accounts/server/super-admin-service";
import { isFirstRunOpen } from "@/lib/account/first-run/server/first-run-service";
import { actorOfSession } from "@/lib/core/auth/server/sessions";
import { handleEvents } from "@/lib/core/events/server/events";
import { getSignUp } from "@/lib/core/system-settings/server/sign-up-service";
import { describeSignUp } from "@/lib/core/system-settings/sign-up-text";
import { closeDatabase, db } from "@/lib/db";
import { env } from "@/lib/env";
import { defaultMaxBodyBytes } from "@/lib/http/body";
import { ending } from "@/lib/http/ending";
import { AppError, notFound, tooLarge } from "@/lib/http/errors";
import { settleForwardedHeaders } from "@/lib/http/forwarded";
import { createHostCheck, wrongHost } from "@/lib/http/hosts";
import { logError } from "@/lib/http/log";
import { isInMaintenance } from "@/lib/http/maintenance";
import { maintenanceHolder } from "@/lib/http/maintenance-holder";
import { networkMatcher } from "@/lib/http/networks";
import { privateHeaders } from "@/lib/http/private-headers";
import { sessionHolder } from "@/lib/http/session-holder";
import { recordErrors } from "@/lib/operations/system/server/error-record-service";
import { shareProcessState } from "@/lib/operations/system/server/health-service";
import { remembered } from "@/lib/platform/cache";
import { shareMetrics } from "@/lib/platform/metrics/metrics";
import { getStorage } from "@/lib/platform/storage/storage";
import { handleDirectCall } from "@/server/direct-calls";
import { announcedBytes } from "@/server/early-answer";
import { endOnSignal } from "@/server/end-on-signal";
import { eventHandlers } from "@/server/events";
import { collectOnceStarted } from "@/server/first-collection";
import { createLimitedServer } from "@/server/limited-server";
import { listen } from "@/server/listen";
import { handleMediaRequest } from "@/server/media-requests";
import { staticAssets } from "@/server/static-assets";
import { startWorkers } from "@/server/tasks";

// An empty storage alongside a database that knows files is a disk that isn't mounted: better not to start than to show
// a family an empty album.
const known = await db.media.findFirst({ select: { id: true } });
await getStorage().verifyRoot({ expectExisting: known !== null });
await ensureSuperAdmin();
const signUp = describeSignUp(await getSignUp());
recordErrors();
shareMetrics();
shareProcessState();
handleEvents(eventHandlers);
// While the database is unavailable, pages say so themselves.
maintenanceHolder.isInMaintenance = () => isInMaintenance().catch(() => false);
sessionHolder.isOpen = (cookie) =>
  actorOfSession(cookie).then(
    (actor) => actor !== null,
    () => true,
  );

// Next listens for upgrades on the server it is given, or on ours: there, a request with an Upgrade header would never
// reach our limits, and its connection would stay open for ever. Nothing arrives at this one.
const app = next({ dev: false, httpServer: createServer() });
await app.prepare();
const handlePage = app.getRequestHandler();
// Next's own compression lacks brotli, which detects that a page contains its styles three times (docs/performance.md,
// Home).
const compressAnswer = compression();
// An update never breaks an open tab: what it has not loaded yet is still available under its old name.
const handleAsset = staticAssets(".next/static", ".build/static-before");

// A visitor's address is checked with every request.
const isProxy = remembered(1_000, networkMatcher(env.TRUST_PROXY));
const isOwnHost = createHostCheck(env);

/**
 * Whether an address is a path with valid escapes: Next answers 500 to any other. No path contains # or \, which URL
 * would read as an end or as a slash: the guard and the metrics would then see another path than the router.
 */
function isReadable(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  if (!path.startsWith("/") || /[#\\]/.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a path is an API call's. Anything else is a page or a file, for which Next would read a request body of 10 MB
 * and more.
 */
const isCall = (path: string) => /^\/(api|profile-direct-update|share-target)(\/|$)/.test(path);

const pageTakesNothing = () => tooLarge("Pages don't accept file uploads.");

/** Next fails on TRACE, and nothing here supports the others. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const methodNotAllowed = () =>
  new AppError("method_not_allowed", 405, "This address doesn't support that method.", {
    headers: { Allow: [...methods].join(", ") },
  });

/** As JSON for API calls; as a sentence for a person who typed the address. */
function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const isPage = (request.headers.accept ?? "").includes("text/html");
  response.writeHead(error.status, {
    "Content-Type": isPage ? "text/plain; charset=utf-8" : "application/json",
    ...privateHeaders,
    ...error.headers,
  });
  response.end(isPage ? error.message : JSON.stringify(error.body()));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  settleForwardedHeaders(request, isProxy);
  const url = request.url ?? "/";
  const [path = ""] = url.split("?", 1);
  if (!isOwnHost(request.headers.host, path)) return refuse(request, response, wrongHost());
  if (!methods.has(request.method ?? "")) return refuse(request, response, methodNotAllowed());
  if (!isReadable(url)) return refuse(request, response, notFound());
  if (!isCall(path) && announcedBytes(request) > defaultMaxBodyBytes) {
    return refuse(request, response, pageTakesNothing());
  }
  try {
    if (await handleMediaRequest(request, response)) return;
    if (await handleDirectCall(request, response)) return;
    if (await handleAsset(request, response)) return;
    compressAnswer(request, response, () => {});
    await handlePage(request, response);
  } catch (error) {
    logError(error, { path: request.url?.split("?")[0] });
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
const server = createLimitedServer(listener, isProxy);

/** Next has installed a handler that logs such an error, and would leave the process running without what failed. */
function failStart(error: unknown): never {
  console.error(error);
  process.exit(1);
}

const port = await listen(server).catch(failStart);
const worker = env.WORKER_IN_PROCESS ? await startWorkers().catch(failStart) : null;
process.send?.({ port, signUp, isFresh: await isFirstRunOpen() });
collectOnceStarted();

endOnSignal(async () => {
  ending.hasBegun = true;
  const endServing = async () => {
    // A proxy that asks /api/ready sends its requests elsewhere by then.
    await delay((env.DRAIN_SECONDS ?? 0) * 1000);
    await server.endGently();
  };
  // A long job is interrupted only after some seconds: they must not come on top of those of a slow download.
  await Promise.all([endServing(), worker?.stop()]);
  await app.close();
  await closeDatabase();
});
