// Looks for faces and things in pictures, one at a time, for lib/platform/recognition: a process of its own, since the
// models take some hundreds of megabytes that neither the server nor the worker should hold.
// In, over IPC: { id, picture, wanted: { faces, labels } }. Out: { id, reading } or { id, error }.
// It knows no setting and no secret, writes no file, and reaches no network.
import { blockNetwork } from "./lib/no-network.mjs";

blockNetwork();
const { readPixels } = await import("./recognition/pixels.mjs");
const { loadModels } = await import("./recognition/models.mjs");

const models = await loadModels();

async function answer({ id, picture, wanted }) {
  try {
    const pixels = await readPixels(picture);
    const faces = wanted.faces ? await models.findFaces(pixels) : [];
    const labels = wanted.labels ? await models.findThings(pixels) : [];
    process.send({ id, reading: { faces, labels }, memoryBytes: process.memoryUsage.rss() });
  } catch (error) {
    process.send({ id, error: String(error?.message ?? error), memoryBytes: process.memoryUsage.rss() });
  }
}

let last = Promise.resolve();
process.on("message", (request) => {
  last = last.then(() => answer(request));
});
// Whoever asks is gone, however it ended.
process.on("disconnect", () => process.exit(0));
process.send({ isReady: true });
