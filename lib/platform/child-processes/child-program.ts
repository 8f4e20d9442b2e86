import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { confined, type ProcessLimits } from "@/lib/platform/child-processes/confinement";
import { free } from "@/lib/platform/files/blocks";

export interface ChildProgramOptions {
  /** One of our programs in plain JavaScript; `ChildProgram` describes the protocol. */
  program: string;
  /** How long it may take until it accepts requests, and for each of them. */
  startMs: number;
  requestMs: number;
  limits: ProcessLimits;
  /** Folders and files it must not see, where this machine can hide them. */
  hidden?: string[];
  /** 0 is our own priority; above, it yields. */
  niceness?: number;
  /** Node arguments, besides those that confine it. */
  nodeArguments?: string[];
  /** Its entire environment. */
  environment?: Record<string, string>;
}

/** A file's path, or bytes. */
export type Payload = string | Uint8Array;

const pieceBytes = 512 * 1024;
const complaintCharacters = 2_000;
const answerSchema = z.looseObject({ id: z.number(), error: z.string().optional(), memoryBytes: z.number() });
export type ChildAnswer = z.infer<typeof answerSchema>;

/** Its JavaScript may only read the packages and itself. If this Node can't enforce that yet, it isn't restricted. */
function permissions(program: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has("--permission")) return [];
  const folders = [path.resolve("node_modules"), path.dirname(program), path.resolve("package.json")];
  return ["--permission", "--allow-addons", ...folders.map((folder) => `--allow-fs-read=${folder}`)];
}

/**
 * A child process with limits, none of our settings and, where possible, no network. It sends `{ isReady: true }` over
 * IPC, then takes one request at a time: `{ id, ... }`, with `payloadBytes` bytes following on its standard input. It
 * answers `{ id, memoryBytes, ... }`, or `{ id, memoryBytes, error }`.
 *
 * Files are read here and sent to it: whatever a picture does to its reader, the reader can't reach other pictures
 * through us.
 */
export class ChildProgram {
  readonly #process: ChildProcess;
  readonly #options: ChildProgramOptions;
  #requests = 0;
  #isFree = true;
  #complaint = "";

  private constructor(child: ChildProcess, options: ChildProgramOptions) {
    this.#process = child;
    this.#options = options;
    child.on("error", () => {});
    child.stdin?.on("error", () => {});
    child.stderr?.on("data", (text: Buffer) => {
      this.#complaint = (this.#complaint + text.toString()).slice(-complaintCharacters);
    });
  }

  /** Starts the process; `ready` says when it accepts requests. */
  static async spawn(options: ChildProgramOptions): Promise<ChildProgram> {
    const { program, limits, hidden = [], nodeArguments = [], environment = {}, niceness = 0 } = options;
    const args = [...nodeArguments, "--no-warnings", ...permissions(program), program];
    const command = await confined({ file: process.execPath, args }, limits, { hidden, script: program });
    const child = spawn(command.file, command.args, {
      // None of our settings: a program that reads strangers' files must not know any secrets.
      env: { NODE_ENV: "production", ...environment },
      stdio: ["pipe", "ignore", "pipe", "ipc"],
      serialization: "advanced",
    });
    lowerPriority(child.pid, niceness);
    return new ChildProgram(child, options);
  }

  /** Resolves when it accepts requests. @throws ChildError */
  async ready(): Promise<void> {
    try {
      await this.#nextMessage(this.#options.startMs);
    } catch (error) {
      await this.end();
      throw new ChildError("absent", "The child program doesn't start", { cause: error });
    }
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode, pid } = this.#process;
    return exitCode !== null || signalCode !== null || pid === undefined;
  }

  onEnd(listener: () => void): void {
    this.#process.once("exit", listener);
  }

  /** Whether it is waiting for a request: earlier ones are answered. */
  get isFree(): boolean {
    return this.#isFree && !this.hasEnded;
  }

  /** Whether this process stays alive as long as the child does. */
  lockOpen(isHeld: boolean): void {
    const { stdin, stderr, channel } = this.#process;
    const sockets = [stdin, stderr] as ({ ref?(): void; unref?(): void } | null)[];
    for (const part of [this.#process, channel, ...sockets]) {
      if (isHeld) part?.ref?.();
      else part?.unref?.();
    }
  }

  /**
   * Makes a request, optionally followed by a payload.
   * @throws ChildError; the file system's error when the payload can't be read
   */
  async ask(request: object, payload: Payload = new Uint8Array()): Promise<ChildAnswer> {
    if (typeof payload !== "string") return this.#ask(request, payload.length, () => this.#write(payload));
    const file = await open(payload);
    try {
      const { size } = await file.stat();
      return await this.#ask(request, size, () => this.#sendFile(file, size));
    } finally {
      await file.close();
    }
  }

  async #ask(request: object, payloadBytes: number, send: () => Promise<void>): Promise<ChildAnswer> {
    this.#isFree = false;
    const id = ++this.#requests;
    const answered = this.#nextMessage(this.#options.requestMs);
    this.#process.send({ ...request, id, payloadBytes }, () => {});
    const [message] = await Promise.all([answered, send()]);
    const { data: answer } = answerSchema.safeParse(message);
    if (answer?.id !== id) throw new ChildError("ended", "The child program sent an invalid answer");
    this.#isFree = true;
    if (answer.error !== undefined) throw new ChildError("refused", answer.error.slice(0, 500));
    return answer;
  }

  /** Ends the process immediately. */
  async end(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
  }

  async #sendFile(file: FileHandle, size: number): Promise<void> {
    const piece = Buffer.allocUnsafeSlow(Math.min(size, pieceBytes));
    for (let sent = 0; sent < size && !this.hasEnded; ) {
      const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - sent), sent);
      // The program would wait forever for the rest.
      if (bytesRead === 0) throw await this.end().then(() => new ChildError("ended", "The file was cut off"));
      await this.#write(piece.subarray(0, bytesRead));
      sent += bytesRead;
    }
    free(piece);
  }

  /** Resolves when the piece can be reused. A reader that stops reading is noticed by its exit, not here. */
  #write(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      const { stdin } = this.#process;
      if (piece.length === 0 || !stdin || stdin.destroyed) return resolve();
      stdin.write(piece, () => resolve());
    });
  }

  /** @throws ChildError when the process ends or times out first */
  #nextMessage(timeMs: number): Promise<unknown> {
    const child = this.#process;
    return new Promise((resolve, reject) => {
      const ended = () => settle(() => reject(this.#failure("ended", "The child program exited")));
      const answered = (message: unknown) => settle(() => resolve(message));
      const overdue = setTimeout(() => {
        // No work should continue when nobody waits for it.
        child.kill("SIGKILL");
        settle(() => reject(this.#failure("overdue", "The child program took too long")));
      }, timeMs);
      const settle = (outcome: () => void) => {
        clearTimeout(overdue);
        child.off("exit", ended).off("error", ended).off("message", answered);
        outcome();
      };
      if (this.hasEnded) return ended();
      child.once("exit", ended).once("error", ended).once("message", answered);
    });
  }

  #failure(code: "ended" | "overdue", message: string): ChildError {
    const { exitCode, signalCode } = this.#process;
    return new ChildError(code, message, { cause: { exitCode, signalCode, complaint: this.#complaint } });
  }
}

function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined || niceness === 0) return;
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}
