// A web process that shares what our real ones share (caches, limits, metrics), without Next or a database:
// tests/support/impatient-cluster.ts starts it, and tests kill it.
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "@/lib/env";
import { countAnonymousRequest } from "@/lib/http/light-limit";
import { Cache } from "@/lib/platform/cache";
import { countUpload, metricsText, shareMetrics } from "@/lib/platform/metrics/metrics";
import { shareOf } from "@/lib/platform/siblings";
import { endOnSignal } from "@/server/end-on-signal";
import { createLimitedServer, serverLimits } from "@/server/limited-server";
import { listen } from "@/server/listen";

// Lets a test make it die at its start.
if (existsSync(`${env.DATA_DIR}/dies`)) process.exit(3);

// The minute for which requests are counted must not end while a slow machine sends them: its clock stands still until
// this process is to end.
const now = performance.now.bind(performance);
performance.now = () => 1;

shareMetrics();
const cache = new Cache<string>({ maxItems: 10, name: "of the test" });
let loads = 0;

const answers: Record<string, (given: string) => unknown> = {
  who: () => ({ pid: process.pid, isWorking: env.WORKER_IN_PROCESS, hashes: shareOf(2) }),
  load: (key) => cache.load(key, async () => `${++loads}`),
  forget: (key) => cache.invalidate(key),
  "forget-all": () => cache.invalidateWhere(() => true),
  count: (address) => countAnonymousRequest(address),
  // Counts from before are sent by a timer that was set earlier than this one, and is shorter.
  "counts-told": () => delay(1_000),
  upload: () => countUpload("image", 1_000),
  metrics: async () => (await metricsText([])).text,
};

const limits = { ...serverLimits, connectionsPerAddress: 8 };
const listener = async (request: IncomingMessage, response: ServerResponse) => {
  const [, name = "", given = ""] = (request.url ?? "").split("/");
  if (name === "slow") {
    response.write("beginning ");
    while (!existsSync(`${env.DATA_DIR}/may-end`)) await delay(25);
    return void response.end("end");
  }
  response.end(JSON.stringify((await answers[name]?.(given)) ?? null));
};
const server = createLimitedServer(
  (request, response) => void listener(request, response),
  undefined,
  limits,
);
process.send?.({ port: await listen(server), signUp: "" });
endOnSignal(() => {
  performance.now = now;
  return server.endGently();
});
