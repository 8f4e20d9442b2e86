import { types } from "node:util";
import { z } from "zod";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { ChildPool } from "@/lib/platform/child-processes/child-pool";
import {
  type PictureReading,
  RecognitionError,
  type Recognizer,
  type WantedReading,
} from "@/lib/platform/recognition/recognition-driver";

export interface ChildRecognizerOptions {
  /** The program that is started; its protocol is at the top of server/recognizer/recognize.ts. */
  program: string;
  /** How long it may take until it accepts pictures, and for each of them. */
  startMs?: number;
  pictureMs?: number;
  /** It is ended after this long without a picture. */
  idleMs?: number;
  /** Folders and files it must not see. */
  hidden?: string[];
}

/** It yields to everything else: on a busy machine, a one-second picture has been seen to take a minute. */
const defaults = { startMs: 120_000, pictureMs: 300_000, idleMs: 60_000 };
/** For its whole process. A picture needs far less at most; more indicates a leak. */
const maxMemoryBytes = 1_200_000_000;
/** V8 counts 512 MB for code that it never writes, and WebAssembly's memory as it grows. */
const limits = { dataBytes: 3_000_000_000, fileBytes: 0 };
const niceness = 10;

const part = z.number().min(0).max(1);
const answerSchema = z.object({
  reading: z.object({
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
  }),
});

/** Reads pictures in a child process: started for the first one, ended when none has come for a while. */
export class ChildRecognizer implements Recognizer {
  readonly #pool: ChildPool;

  constructor(options: ChildRecognizerOptions) {
    const { program, startMs, pictureMs, idleMs, hidden = [] } = { ...defaults, ...options };
    this.#pool = new ChildPool({
      program,
      hidden,
      startMs,
      requestMs: pictureMs,
      idleMs,
      size: 1,
      maxMemoryBytes,
      limits,
      niceness,
      nodeArguments: ["--max-old-space-size=512"],
    });
  }

  async readPicture(picture: Uint8Array, wanted: WantedReading): Promise<PictureReading> {
    try {
      return answerSchema.parse(await this.#pool.run({ picture, wanted })).reading;
    } catch (error) {
      if (error instanceof ChildError && error.code === "absent") throw error;
      if (error instanceof ChildError && error.code === "refused") {
        throw new RecognitionError("unreadable", error.message);
      }
      throw new RecognitionError("broken", "The picture could not be read to the end", { cause: error });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
