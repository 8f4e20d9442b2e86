import type { MediaItemDto } from "@/lib/album/media/schema";
import { readAsDataUrl } from "@/lib/album/uploads/client/read-file";
import { apiRequest } from "@/lib/http/api-client";
import { chunkBytes } from "@/lib/shared/upload-limits";

const root = "/api/media/chunked-upload";
const reading = { signal: new AbortController().signal, failure: "Failed to read file" };
const patienceMs = 180_000;
const lookEveryMs = 700;

export interface Step {
  name: string;
  ms: number;
  note?: string;
}

async function timed<T>(name: string, onStep: (step: Step) => void, work: () => Promise<T>, note?: string) {
  const began = performance.now();
  const result = await work();
  onStep({ name, ms: Math.round(performance.now() - began), ...(note ? { note } : {}) });
  return result;
}

/**
 * Uploads a file in chunks as the album does, then waits for its pictures and its video, reporting how long each step
 * takes.
 * @returns the item; it stays in the album until someone deletes it
 * @throws ApiError as the calls answer; Error if nothing is ready after three minutes
 */
export async function uploadWithTimings(file: File, onStep: (step: Step) => void): Promise<MediaItemDto> {
  const now = new Date();
  const uploadId = `${file.name}-${now.getTime()}`;
  const totalChunks = Math.max(1, Math.ceil(file.size / chunkBytes));
  await timed("Begin", onStep, () =>
    apiRequest("POST", `${root}/init`, {
      fileName: file.name,
      fileSize: file.size,
      totalChunks,
      uploadId,
      year: now.getFullYear(),
      month: now.getMonth() + 1,
      description: "",
    }),
  );
  await timed(
    "Send",
    onStep,
    async () => {
      for (let chunkIndex = 0; chunkIndex < totalChunks; chunkIndex++) {
        const piece = file.slice(chunkIndex * chunkBytes, (chunkIndex + 1) * chunkBytes);
        await apiRequest("POST", `${root}/chunk`, {
          uploadId,
          chunkIndex,
          chunkData: await readAsDataUrl(piece, reading),
        });
      }
    },
    `${totalChunks} chunks`,
  );
  const item = await timed("Complete and check", onStep, () =>
    apiRequest<MediaItemDto>("POST", `${root}/complete`, { uploadId }),
  );
  let seen = await timed("Thumbnail and poster", onStep, () =>
    until(item.id, ({ derivatives }) => derivatives !== "pending"),
  );
  if (seen.playable !== "none")
    seen = await timed("Playable video", onStep, () =>
      until(item.id, ({ playable }) => playable !== "pending"),
    );
  return seen;
}

async function until(id: string, isDone: (item: MediaItemDto) => boolean): Promise<MediaItemDto> {
  const began = performance.now();
  for (;;) {
    const item = await apiRequest<MediaItemDto>("GET", `/api/media/${id}`);
    if (isDone(item)) return item;
    if (performance.now() - began > patienceMs) throw new Error("Not ready after three minutes");
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
