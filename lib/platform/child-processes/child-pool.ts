import { ChildError } from "@/lib/platform/child-processes/child-error";
import {
  type ChildAnswer,
  ChildProgram,
  type ChildProgramOptions,
  type Payload,
} from "@/lib/platform/child-processes/child-program";
import { Semaphore } from "@/lib/shared/semaphore";

export interface ChildPoolOptions extends ChildProgramOptions {
  /** The maximum number of processes, and so of requests handled at once. */
  size: number;
  /** A process is ended after this long without a request. */
  idleMs: number;
  /** A process that uses more after a request is ended: it leaks. */
  maxMemoryBytes: number;
}

interface Resting {
  child: ChildProgram;
  idle: NodeJS.Timeout;
}

/**
 * Child processes that run one program: started when needed, ended when not. Each takes one request at a time; a
 * request that breaks its process breaks no other.
 */
export class ChildPool {
  readonly #options: ChildPoolOptions;
  readonly #places: Semaphore;
  readonly #all = new Set<ChildProgram>();
  readonly #resting: Resting[] = [];
  #closings = 0;

  constructor(options: ChildPoolOptions) {
    this.#options = options;
    this.#places = new Semaphore(options.size);
  }

  /**
   * Sends a request to one of them; waits while all are busy.
   * @param payload bytes to send along, or the file containing them
   * @throws ChildError; the file system's error when the payload can't be read
   */
  run(request: object, payload?: Payload): Promise<ChildAnswer> {
    return this.#places.run(async () => {
      const child = this.#wake() ?? (await this.#start());
      try {
        const answer = await child.ask(request, payload);
        if (answer.memoryBytes > this.#options.maxMemoryBytes) await child.end();
        return answer;
      } finally {
        if (child.isFree) this.#rest(child);
        else await child.end();
      }
    });
  }

  /** Ends them all, even those that are starting; the next request starts one again. */
  async close(): Promise<void> {
    this.#closings++;
    for (const { idle } of this.#resting.splice(0)) clearTimeout(idle);
    await Promise.all([...this.#all].map((child) => child.end()));
  }

  async #start(): Promise<ChildProgram> {
    const closings = this.#closings;
    const child = await ChildProgram.spawn(this.#options);
    this.#all.add(child);
    child.onEnd(() => this.#all.delete(child));
    try {
      if (closings !== this.#closings) await child.end();
      await child.ready();
      return child;
    } catch (error) {
      this.#all.delete(child);
      if (closings === this.#closings) throw error;
      throw new ChildError("ended", "The child program was ended while it was starting", { cause: error });
    }
  }

  /** The one used last, so that the others can be ended. */
  #wake(): ChildProgram | undefined {
    for (let rested = this.#resting.pop(); rested; rested = this.#resting.pop()) {
      clearTimeout(rested.idle);
      if (rested.child.hasEnded) continue;
      rested.child.lockOpen(true);
      return rested.child;
    }
  }

  #rest(child: ChildProgram): void {
    // A stopping server waits neither for it nor for its timer.
    child.lockOpen(false);
    const idle = setTimeout(() => {
      this.#resting.splice(
        this.#resting.findIndex((rested) => rested.child === child),
        1,
      );
      void child.end();
    }, this.#options.idleMs).unref();
    this.#resting.push({ child, idle });
  }
}
