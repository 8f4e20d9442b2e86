// Decodes and generates pictures for lib/platform/images: a separate process, so that a picture which takes over its
// decoder gets none of the server's secrets, reaches no network, and ends nothing but this.
// lib/platform/child-processes describes the protocol. In: { id, job, payloadBytes, ... }, the picture on standard
// input.
import { types } from "node:util";
import type { DecoderRequest } from "@/lib/platform/images/decoder-jobs";
import { doJob } from "@/server/decoder/jobs";
import { readPayload } from "@/server/decoder/payload";
import { blockNetwork } from "@/server/no-network";

blockNetwork();

async function answer({
  payloadBytes,
  ...request
}: DecoderRequest & { payloadBytes: number }): Promise<object> {
  try {
    return await doJob(readPayload(payloadBytes), request);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Bytes made since the last collection. Only a collection frees their memory and that of the message they are copied into,
 * and V8 rarely starts one here, because little else is allocated.
 */
let madeBytes = 0;
const collectAfterBytes = 2 * 1024 ** 2;

function collectMade(outcome: object): void {
  for (const value of Object.values(outcome)) if (types.isUint8Array(value)) madeBytes += value.byteLength;
  if (madeBytes < collectAfterBytes) return;
  madeBytes = 0;
  globalThis.gc?.({ type: "minor" });
}

process.on("message", async ({ id, ...request }: DecoderRequest & { id: number; payloadBytes: number }) => {
  const outcome = await answer(request);
  process.send?.({ ...outcome, id, memoryBytes: process.memoryUsage.rss() });
  collectMade(outcome);
});
// Signals from a terminal or a supervisor reach the whole group: the parent ends this once its last pictures are done.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// The parent process is gone, however it ended. A graceful exit has been seen to wait for a thread forever.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send?.({ isReady: true });
