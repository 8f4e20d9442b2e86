import path from "node:path";
import { types } from "node:util";
import { z } from "zod";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { ChildPool, type ChildPoolOptions } from "@/lib/platform/child-processes/child-pool";
import { ownFolders } from "@/lib/platform/child-processes/own-folders";
import { free } from "@/lib/platform/files/blocks";
import { decoders } from "@/lib/platform/images/decoder-count";
import type { DecoderRequest } from "@/lib/platform/images/decoder-jobs";
import { animatedPicture, ImageError, noPreview } from "@/lib/platform/images/image-error";
import { processWide } from "@/lib/shared/process-wide";

/** A file's path, or bytes. */
export type ImageInput = string | Buffer;

const megabyte = 1_000_000;

/** Reasons that a decoder may give in its own text. */
const knownReasons = [noPreview, animatedPicture];

const defaults: Omit<ChildPoolOptions, "size"> = {
  program: path.join(".build", "decoder", "decode.mjs"),
  startMs: 60_000,
  // A damaged picture is decoded twice, for at most 30 s each time.
  requestMs: 75_000,
  idleMs: 60_000,
  // What people wait for goes first; films are converted after pictures.
  niceness: 5,
  // The next picture must not suffer from a large one.
  maxMemoryBytes: 250 * megabyte,
  // V8 counts 512 MB for code that it never writes. The rest is for rotating 100 million pixels.
  limits: { dataBytes: 1_150 * megabyte, fileBytes: 0 },
  // They spend nearly all of their time outside JavaScript, and garbage-collect what they have sent themselves.
  nodeArguments: [
    "--max-old-space-size=128",
    "--max-semi-space-size=1",
    "--optimize-for-size",
    "--expose-gc",
  ],
  environment: {
    // Each glibc arena keeps the memory it once had.
    MALLOC_ARENA_MAX: "1",
    // glibc's default, which otherwise grows with the largest block that was freed.
    MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
    UV_THREADPOOL_SIZE: "2",
    // It can't write files: large intermediates stay in memory, as long as that lasts.
    VIPS_DISC_THRESHOLD: "4g",
  },
};

/** In memory of their own: some readers read all of the memory a buffer is part of. */
function ownCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Bytes made by a decoder; it may have been taken over, so all its answers are validated. */
export const madeBytes = z.custom<Uint8Array>(types.isUint8Array).transform(ownCopy);
export const pictureBytes = z.object({ bytes: madeBytes });

/** Frees a message whose bytes have been copied. Small ones may share a pool with other buffers and are left alone. */
function freeMessage(message: object): void {
  for (const value of Object.values(message))
    if (types.isUint8Array(value) && value.buffer.byteLength > Buffer.poolSize)
      free(new Uint8Array(value.buffer));
}

/** Decodes strangers' pictures in separate processes, which have no secrets and no network. */
export class Decoder {
  readonly #derivers: ChildPool;
  /** For all other jobs: they don't wait for pictures being derived, and their processes stay half as large. */
  readonly #others: ChildPool;

  constructor(options: Partial<Omit<ChildPoolOptions, "size">> = {}, { derivations, others } = decoders) {
    const program = path.resolve(options.program ?? defaults.program);
    const poolOf = (size: number) => new ChildPool({ ...defaults, ...options, program, size });
    this.#derivers = poolOf(derivations);
    this.#others = others > 0 ? poolOf(others) : this.#derivers;
  }

  /**
   * Has `server/decoder/decode.ts` do one of its jobs.
   * @param answer the schema of its answer
   * @throws ImageError; ChildError "absent" if no decoder starts, which is not the picture's fault
   */
  async decode<Answer extends z.ZodType>(
    answer: Answer,
    request: DecoderRequest,
    input?: ImageInput,
  ): Promise<z.output<Answer>> {
    try {
      const message = await this.#runTwice(request, input);
      const parsed = answer.parse(message);
      freeMessage(message);
      return parsed;
    } catch (error) {
      if (error instanceof ChildError && error.code === "absent") throw error;
      const reason = error instanceof ChildError && knownReasons.find((known) => error.message === known);
      throw new ImageError(reason || "The picture can't be decoded", { cause: error });
    }
  }

  /** Ends its processes; the next picture starts one again. */
  async close(): Promise<void> {
    await Promise.all([this.#derivers.close(), this.#others.close()]);
  }

  /**
   * A job whose process died is retried once: processes also die for reasons other than the picture, such as lack of
   * memory.
   */
  async #runTwice(request: DecoderRequest, input: ImageInput | undefined) {
    const pool = request.job === "derivatives" ? this.#derivers : this.#others;
    try {
      return await pool.run(request, input);
    } catch (error) {
      if (!(error instanceof ChildError) || error.code !== "ended") throw error;
      return pool.run(request, input);
    }
  }
}

/** This process's decoder; it starts nothing before the first picture. */
export function getDecoder(): Decoder {
  return processWide("decoder", () => new Decoder({ hidden: ownFolders() }));
}
