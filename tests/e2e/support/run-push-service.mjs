// The push service of the end-to-end tests; playwright.config.ts starts and stops it. Also serves plain HTTP to the
// tests: a browser's subscription, and the pushes it got.
import { copyFileSync } from "node:fs";
import { createServer } from "node:http";
import { startPushService } from "../../support/push-service.ts";
import { makeCertificate } from "../../support/test-certificate.ts";

const { E2E_PUSH_PORT, E2E_PUSH_DESK_PORT, E2E_PUSH_CA } = process.env;
const service = await startPushService(makeCertificate(), Number(E2E_PUSH_PORT));
copyFileSync(service.caFile, E2E_PUSH_CA);

const desk = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const answers = {
    "/": () => ({}),
    "/subscribe": () => service.subscribe(searchParams.get("publicKey") ?? undefined),
    "/counts": () => ({ received: service.received.length, requests: service.requests.length }),
    "/received": () => service.received.filter(({ endpoint }) => endpoint === searchParams.get("endpoint")),
  };
  const answer = answers[pathname];
  response.writeHead(answer ? 200 : 404, { "Content-Type": "application/json" });
  response.end(JSON.stringify(answer?.() ?? null));
}).listen(Number(E2E_PUSH_DESK_PORT), "127.0.0.1");

process.on("SIGTERM", async () => {
  desk.closeAllConnections();
  desk.close();
  await service.stop();
  process.exit();
});
