// A separate process with our handlers, storage and worker, to be killed in the middle of its work. It leaves out Next,
// whose build takes a minute.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { db } from "@/lib/db";
import { pace } from "@/lib/operations/second-copy/server/copy-service";
import { getStorage } from "@/lib/platform/storage/storage";
import { handleMediaRequest } from "@/server/media-requests";
import { startWorkers } from "@/server/tasks";
import { respond } from "@/tests/support/call";

function requestOf(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const init: RequestInit & { duplex?: "half" } = { method, headers: headers as Record<string, string> };
  if (method !== "GET" && method !== "HEAD") {
    Object.assign(init, { body: Readable.toWeb(incoming), duplex: "half" });
  }
  return new Request(`http://${headers.host}${url}`, init);
}

const known = await db.media.findFirst({ select: { id: true } });
await getStorage().verifyRoot({ expectExisting: known !== null });
if (process.env.COPY_ROUND_MS) pace.roundMs = Number(process.env.COPY_ROUND_MS);
await startWorkers();

const server = createServer(async (incoming, outgoing) => {
  try {
    if (await handleMediaRequest(incoming, outgoing)) return;
    const response = await respond(requestOf(incoming));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing);
    else outgoing.end();
  } catch {
    outgoing.destroy();
  }
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
// The parent has ended, and with it the reason to run.
process.on("disconnect", () => process.exit());
