import type { MediaItemDto } from "@/lib/album/media/schema";
import { isOffline, waitForNetwork } from "@/lib/album/uploads/client/network-patience";
import { postBytes, postJson, type UploadAnswer } from "@/lib/album/uploads/client/post";
import { readAsDataUrl, readBytes } from "@/lib/album/uploads/client/read-file";
import {
  type ChunkedProgress,
  codeOf,
  itemOf,
  progressOf,
  requireChunkedSuccess,
} from "@/lib/album/uploads/client/upload-answer";
import { targetOf, type UploadContext, type UploadTarget } from "@/lib/album/uploads/client/upload-context";
import { NetworkError, UploadCancelledError } from "@/lib/album/uploads/client/upload-errors";
import {
  type ChunksUnderWay,
  chunkedPercent,
  chunksDonePercent,
  type UploadStage,
} from "@/lib/album/uploads/upload-progress";
import { apiRequest } from "@/lib/http/api-client";
import { ApiError } from "@/lib/http/api-error";
import { chunkBytesOf, chunkCountOf } from "@/lib/shared/upload-limits";

const root = "/api/media/chunked-upload";

/** About a minute without an answer from the server; while the device knows it is offline, waiting isn't counted. */
const maxNetworkRetries = 14;
const maxServerRetries = 3;
const maxWaitMs = 30_000;
/** One would leave the connection idle while the server responds; browsers open at most six to a server. */
const callsAtOnce = 3;

export interface ChunkedUpload extends UploadTarget {
  file: File;
  /** File name and start time (specification 3); an upload with the same id resumes where it stopped. */
  uploadId: string;
  /** The family it is meant for: the server refuses it if another one has become the current one. */
  familyId: string;
  /** Begun earlier: first ask what has arrived. */
  isContinued: boolean;
}

interface Step {
  /** "Init failed", "Chunk upload failed", "Complete failed": specification 8.4. */
  failure: string;
  send: (signal: AbortSignal) => Promise<UploadAnswer>;
}

const isTemporary = ({ status }: UploadAnswer) => status >= 500 && status !== 507;

/** One call of the flow, retried while the network or the server is down. Every call may arrive twice. */
async function carryOut(step: Step, context: UploadContext, onLost: () => void): Promise<UploadAnswer> {
  const { signal, pause } = context;
  for (let networkRetries = 0, serverRetries = 0; ; ) {
    try {
      const answer = await step.send(signal);
      const wait = answer.retryAfterMs ?? 1000 * 2 ** serverRetries;
      const isSaving = codeOf(answer) === "upload_saving";
      if (!isTemporary(answer) || wait > maxWaitMs) return answer;
      if (!isSaving && serverRetries === maxServerRetries) return answer;
      if (!isSaving) serverRetries++;
      await pause(wait, signal);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (!isOffline()) {
        if (networkRetries === maxNetworkRetries) throw new NetworkError(`${step.failure}: ${error.message}`);
        networkRetries++;
      }
      onLost();
      await waitForNetwork(Math.max(0, networkRetries - 1), signal, pause);
    }
  }
}

const jsonStep = (
  failure: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Step => ({
  failure,
  send: (signal) => postJson(path, body, { signal, headers }),
});

/** A file sent in chunks, whatever it is for. */
export interface ChunkedFile {
  file: File;
  uploadId: string;
  isContinued: boolean;
}

/** The calls before and after its chunks. */
export interface ChunkedCalls {
  begin: { path: string; body: object; headers?: Record<string, string> };
  complete: { path: string; body: object };
}

/** What has arrived of an upload begun earlier; null if the server no longer knows it. */
async function arrivedBefore(uploadId: string, context: UploadContext): Promise<ChunkedProgress | null> {
  const { signal, pause, report } = context;
  for (let retries = 0; ; retries++) {
    try {
      const path = `${root}/${encodeURIComponent(uploadId)}`;
      return progressOf(await apiRequest("GET", path, undefined, { signal }));
    } catch (error) {
      if (signal.aborted) throw new UploadCancelledError();
      if (error instanceof ApiError) {
        if (error.status === 404) return null;
        if (error.status < 500 || retries >= maxServerRetries)
          throw new Error(`Init failed: ${error.userMessage}`);
      } else if (!(error instanceof TypeError) || retries >= maxNetworkRetries) {
        throw error;
      }
      // fetch throws a TypeError if there was no response.
      report(0, "lost");
      await waitForNetwork(retries, signal, pause);
    }
  }
}

async function begin(
  { file, uploadId }: ChunkedFile,
  calls: ChunkedCalls,
  context: UploadContext,
): Promise<ChunkedProgress> {
  const totalChunks = chunkCountOf(file.size);
  const { path, body, headers } = calls.begin;
  const whole = { fileName: file.name, fileSize: file.size, totalChunks, uploadId, ...body };
  const onLost = () => context.report(0, "lost");
  const answer = await carryOut(jsonStep("Init failed", path, whole, headers), context, onLost);
  requireChunkedSuccess(answer, "Init failed");
  return progressOf(answer.json);
}

/** Sends the chunks that the server lacks, several calls at once. */
class ChunkSender {
  readonly #upload: ChunkedFile;
  readonly #context: UploadContext;
  readonly #received: Set<number>;
  readonly #partBytes: number;
  readonly #chunkBytes: number;
  readonly #total: number;
  /** Not being sent yet, in order. */
  #waiting: number[];
  readonly #underWay = new Set<ChunksUnderWay>();

  constructor(upload: ChunkedFile, { received, partBytes }: ChunkedProgress, context: UploadContext) {
    this.#upload = upload;
    this.#context = context;
    this.#received = received;
    this.#partBytes = partBytes;
    this.#chunkBytes = chunkBytesOf(upload.file.size);
    this.#total = chunkCountOf(upload.file.size);
    this.#waiting = Array.from({ length: this.#total }, (_, index) => index).filter(
      (index) => !received.has(index),
    );
  }

  async send(): Promise<void> {
    const { signal } = this.#context;
    // The first failure ends the other calls too.
    const ending = new AbortController();
    const end = () => ending.abort();
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    const context = { ...this.#context, signal: ending.signal };
    const perCall = this.#chunksPerCall();
    const failures: unknown[] = [];
    const work = async () => {
      try {
        for (let run = this.#take(perCall); run.length > 0; run = this.#take(perCall)) {
          await this.#sendRun(run, context);
        }
      } catch (error) {
        failures.push(error);
        end();
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
    signal.removeEventListener("abort", end);
    if (failures.length > 0) throw failures[0];
  }

  /** As many as the server takes per call, but few enough that every call has some; one, as JSON, without its offer. */
  #chunksPerCall(): number {
    const most = Math.floor(this.#partBytes / this.#chunkBytes);
    return Math.max(1, Math.min(most, Math.ceil(this.#waiting.length / callsAtOnce)));
  }

  /** The next run of adjacent chunks. */
  #take(most: number): number[] {
    const [first = 0] = this.#waiting;
    const run = this.#waiting.slice(0, most).filter((index, at) => index === first + at);
    this.#waiting = this.#waiting.slice(run.length);
    return run;
  }

  #report(stage: UploadStage): void {
    const percent = chunkedPercent(this.#received.size, this.#total, this.#underWay);
    this.#context.report(percent, stage);
  }

  async #sendRun(run: number[], context: UploadContext): Promise<void> {
    const underWay = { count: run.length, read: 0, sent: 0 };
    this.#underWay.add(underWay);
    let rest = run;
    let isRepeated = false;
    const send = async (signal: AbortSignal): Promise<UploadAnswer> => {
      if (isRepeated && run.length > 1) rest = await this.#stillMissing(run, context);
      isRepeated = true;
      Object.assign(underWay, { count: rest.length, read: 0, sent: 0 });
      this.#report("moving");
      return this.#post(rest, underWay, signal);
    };
    const onLost = () => {
      underWay.sent = 0;
      this.#report("lost");
    };
    try {
      const answer = await carryOut({ failure: "Chunk upload failed", send }, context, onLost);
      requireChunkedSuccess(answer, "Chunk upload failed");
    } finally {
      this.#underWay.delete(underWay);
    }
    for (const index of rest) this.#received.add(index);
    this.#report("moving");
  }

  /** The server keeps an interrupted call's complete chunks: only the missing ones are sent again, but at least one. */
  async #stillMissing(run: number[], context: UploadContext): Promise<number[]> {
    const arrived = await arrivedBefore(this.#upload.uploadId, context);
    const missing = run.filter((index) => !arrived?.received.has(index));
    for (const index of run) if (!missing.includes(index)) this.#received.add(index);
    // Everything arrived and only the response was lost: sending the last chunk again gets another.
    return missing.length > 0 ? missing : run.slice(-1);
  }

  async #post(run: number[], underWay: ChunksUnderWay, signal: AbortSignal): Promise<UploadAnswer> {
    const { file, uploadId } = this.#upload;
    const [chunkIndex = 0] = run;
    const last = run.at(-1) ?? chunkIndex;
    const piece = file.slice(chunkIndex * this.#chunkBytes, (last + 1) * this.#chunkBytes);
    const reading = {
      signal,
      failure: `Error reading chunk ${chunkIndex + 1}`,
      onPercent: (percent: number) => {
        underWay.read = percent / 100;
        this.#report("moving");
      },
    };
    const onSent = (fraction: number) => {
      Object.assign(underWay, { read: 1, sent: fraction });
      this.#report("moving");
    };
    if (this.#partBytes === 0) {
      const chunkData = await readAsDataUrl(piece, reading);
      return postJson(`${root}/chunk`, { uploadId, chunkIndex, chunkData }, { signal, onSent });
    }
    const query = new URLSearchParams({ uploadId, chunkIndex: String(chunkIndex) });
    const bytes = await readBytes(piece, reading);
    return postBytes(`${root}/chunk?${query}`, bytes, "application/octet-stream", { signal, onSent });
  }
}

/**
 * Sends a file in chunks, as many per call as the server accepts and several calls at once: init, the chunks the server
 * lacks, complete.
 * @returns the answer to the last call
 * @throws RefusedError, DuplicateFileError, NetworkError, UploadCancelledError, Error 'Error reading chunk {n}'
 */
export async function sendInChunks(
  upload: ChunkedFile,
  calls: ChunkedCalls,
  context: UploadContext,
): Promise<UploadAnswer> {
  const { uploadId, isContinued } = upload;
  context.report(0, "preparing");
  const before = isContinued ? await arrivedBefore(uploadId, context) : null;
  await new ChunkSender(upload, before ?? (await begin(upload, calls, context)), context).send();

  const complete = async () => {
    context.report(chunksDonePercent, "saving");
    const step = jsonStep("Complete failed", calls.complete.path, { uploadId, ...calls.complete.body });
    return carryOut(step, context, () => context.report(chunksDonePercent, "lost"));
  };
  let answer = await complete();
  if (codeOf(answer) === "upload_incomplete") {
    const arrived = await arrivedBefore(uploadId, context);
    if (arrived) {
      await new ChunkSender(upload, arrived, context).send();
      answer = await complete();
    }
  }
  requireChunkedSuccess(answer, "Complete failed");
  return answer;
}

/** Uploads a long clip. @throws as sendInChunks */
export async function uploadInChunks(upload: ChunkedUpload, context: UploadContext): Promise<MediaItemDto> {
  const calls = {
    begin: { path: `${root}/init`, body: targetOf(upload), headers: { "X-Family-ID": upload.familyId } },
    complete: { path: `${root}/complete`, body: {} },
  };
  const item = itemOf(await sendInChunks(upload, calls, context));
  context.report(96, "answered");
  return item;
}

/** Frees the server's space. If the call fails, the server removes the upload once it expires (uploadLifetimeHours). */
export async function cancelOnServer(uploadId: string): Promise<void> {
  const { signal } = new AbortController();
  await postJson(`${root}/cancel`, { uploadId }, { signal }).catch(() => undefined);
}
