// Decodes and makes pictures for lib/platform/images: a process of its own, so that a picture which takes its decoder over
// holds no secret of the server's, reaches no network, and ends nothing but this.
// Spoken to as lib/platform/child-processes tells. In: { id, job, payloadBytes, ... }, the picture on standard input.
import { jobs } from "./decoding/jobs.mjs";
import { readPayload } from "./decoding/payload.mjs";
import { blockNetwork } from "./lib/no-network.mjs";

blockNetwork();

process.on("message", async ({ id, job, payloadBytes, ...wanted }) => {
  let outcome;
  try {
    const picture = readPayload(payloadBytes);
    outcome = await jobs[job](picture, wanted);
  } catch (error) {
    outcome = { error: String(error?.message ?? error) };
  }
  process.send({ ...outcome, id, memoryBytes: process.memoryUsage.rss() });
});
// A terminal's and a supervisor's signals reach the whole group: whoever asks ends this when its last pictures are done.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// Whoever asks is gone, however it ended. Leaving in good order has been seen to wait for a thread for ever.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send({ isReady: true });
