import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { types } from "node:util";
import { z } from "zod";
import {
  type PictureReading,
  RecognitionError,
  type Recognizer,
  type WantedReading,
} from "@/lib/platform/recognition/recognition-driver";
import { Semaphore } from "@/lib/shared/semaphore";

export interface ChildRecognizerOptions {
  /** The program that is started; what it is sent and answers stands at the top of scripts/recognize.mjs. */
  program: string;
  /** It may take this long until it takes pictures, and for each of them. */
  startMs?: number;
  pictureMs?: number;
  /** Without a picture for so long, it is ended. */
  idleMs?: number;
}

/** It yields to everything else: on a busy machine a picture of a second has been seen to take a minute. */
const defaults = { startMs: 120_000, pictureMs: 300_000, idleMs: 60_000 };
/** Of its whole process. What a picture needs at most is far less; more means that something is not given back. */
const mostMemoryBytes = 1_200_000_000;
const niceness = 10;

const part = z.number().min(0).max(1);
const answerSchema = z.object({
  id: z.number(),
  error: z.string().optional(),
  memoryBytes: z.number(),
  reading: z
    .object({
      faces: z.array(
        z.object({
          left: part,
          top: part,
          width: part,
          height: part,
          score: part,
          descriptor: z.custom<Float32Array>(
            (value) => types.isFloat32Array(value) && value.length === 128 && value.every(Number.isFinite),
          ),
        }),
      ),
      labels: z.array(z.string().max(50)).max(100),
    })
    .optional(),
});

/** What it may do at all: read the packages and itself. Where Node can't hold it to that yet, it isn't. */
function permissions(program: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has("--permission")) return [];
  const folders = [path.resolve("node_modules"), path.dirname(program), path.resolve("package.json")];
  return ["--permission", "--allow-addons", ...folders.map((folder) => `--allow-fs-read=${folder}`)];
}

/** Reads pictures in a child process: started at the first one, ended when none came for a while. */
export class ChildRecognizer implements Recognizer {
  readonly #options: Required<ChildRecognizerOptions>;
  readonly #line = new Semaphore(1);
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #pictures = 0;

  constructor(options: ChildRecognizerOptions) {
    this.#options = { ...defaults, ...options };
  }

  readPicture(picture: Uint8Array, wanted: WantedReading): Promise<PictureReading> {
    return this.#line.run(async () => {
      clearTimeout(this.#idle);
      try {
        this.#child ??= await this.#start();
        return await this.#ask(this.#child, picture, wanted);
      } finally {
        // A server that stops doesn't wait for it.
        this.#idle = setTimeout(() => void this.close(), this.#options.idleMs).unref();
      }
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    await end(child);
  }

  async #start(): Promise<ChildProcess> {
    const { program, startMs } = this.#options;
    const child = spawn(
      process.execPath,
      ["--max-old-space-size=512", "--no-warnings", ...permissions(program), program],
      {
        // None of our settings: what reads strangers' pictures knows no secret.
        env: { NODE_ENV: "production" },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        serialization: "advanced",
      },
    );
    child.on("error", () => {});
    lowerPriority(child.pid);
    await nextMessage(child, startMs).catch(async (cause) => {
      await end(child);
      throw new RecognitionError("broken", "The program that reads pictures does not start", { cause });
    });
    return child;
  }

  async #ask(child: ChildProcess, picture: Uint8Array, wanted: WantedReading): Promise<PictureReading> {
    const id = ++this.#pictures;
    try {
      const answered = nextMessage(child, this.#options.pictureMs);
      child.send({ id, picture, wanted }, () => {});
      const answer = answerSchema.parse(await answered);
      if (answer.id !== id) throw new Error("Another picture's answer");
      if (answer.memoryBytes > mostMemoryBytes) await this.close();
      if (answer.reading) return answer.reading;
      throw new RecognitionError("unreadable", answer.error ?? "The picture can't be read");
    } catch (error) {
      if (error instanceof RecognitionError) throw error;
      await this.close();
      throw new RecognitionError("broken", "The picture could not be read to the end", { cause: error });
    }
  }
}

/** @throws Error when the process ends or the time is over first */
async function nextMessage(child: ChildProcess, timeMs: number): Promise<unknown> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new Error("It takes too long")), timeMs);
  const { signal } = over;
  try {
    const ended = once(child, "close", { signal }).then(() => {
      throw new Error("The program ended");
    });
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}
