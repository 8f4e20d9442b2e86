// Looks for faces and things in pictures, one at a time, for lib/platform/recognition: a separate process, since the
// models take some hundreds of megabytes that neither the server nor the worker should carry. In, over IPC: { id,
// picture, wanted: { faces, labels } }. Out: { id, reading } or { id, error }. It knows no settings or secrets, writes
// no file, and reaches no network.
import type { PictureReading, WantedReading } from "@/lib/platform/recognition/recognition-driver";
import { blockNetwork } from "@/server/no-network";
import { loadModels } from "@/server/recognizer/models";
import { readPixels } from "@/server/recognizer/pixels";

blockNetwork();

const models = await loadModels();

interface RecognitionRequest {
  id: number;
  picture: Uint8Array;
  wanted: WantedReading;
}

async function read({ picture, wanted }: RecognitionRequest): Promise<PictureReading> {
  const pixels = await readPixels(picture);
  const faces = wanted.faces ? await models.findFaces(pixels) : [];
  const labels = wanted.labels ? await models.findThings(pixels) : [];
  return { faces, labels };
}

async function answer(request: RecognitionRequest): Promise<void> {
  const outcome = await read(request).then(
    (reading) => ({ reading }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.({ ...outcome, id: request.id, memoryBytes: process.memoryUsage.rss() });
}

let last = Promise.resolve();
process.on("message", (request: RecognitionRequest) => {
  last = last.then(() => answer(request));
});
// The parent process is gone, however it ended.
process.on("disconnect", () => process.exit(0));
process.send?.({ isReady: true });
