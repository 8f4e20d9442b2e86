/// <reference lib="webworker" />
import type { FileSource, ReadingAnswer, ReadingTask } from "@/lib/sorter/client/reading/messages";
import { readFile } from "@/lib/sorter/client/reading/read-file";
import { readPicture } from "@/lib/sorter/client/reading/read-picture";
import { RefusedFileError } from "@/lib/sorter/client/reading/refused-error";

// The code for archives is loaded with the first one.
const archives = () => import("@/lib/sorter/client/reading/archive");

async function blobOf({ file, entry, maxBytes }: FileSource): Promise<Blob> {
  return entry === null ? file : (await archives()).unpack(file, entry, maxBytes);
}

async function carryOut(task: ReadingTask): Promise<unknown> {
  if (task.kind === "list") return (await archives()).listArchive(task.archive);
  const blob = await blobOf(task.source);
  return task.kind === "unpack" ? blob : readFile(blob, task.about, readPicture);
}

self.onmessage = async ({ data }: MessageEvent<ReadingTask>) => {
  let answer: ReadingAnswer;
  try {
    answer = { ok: true, result: await carryOut(data) };
  } catch (error) {
    // A file that was moved, or on a card that was removed, can't be read: NotReadableError, NotFoundError.
    const isGone = error instanceof DOMException && /^Not(Found|Readable)Error$/.test(error.name);
    answer = {
      ok: false,
      refusal: error instanceof RefusedFileError ? error.refusal : isGone ? "missing" : "broken",
    };
  }
  self.postMessage(answer);
};
