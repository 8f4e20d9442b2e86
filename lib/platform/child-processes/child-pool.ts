import {
  type ChildAnswer,
  ChildProgram,
  type ChildProgramOptions,
  type Payload,
} from "@/lib/platform/child-processes/child-program";
import { Semaphore } from "@/lib/shared/semaphore";

export interface ChildPoolOptions extends ChildProgramOptions {
  /** Processes at most; as many requests are worked on at once. */
  size: number;
  /** Without a request for so long, a process is ended. */
  idleMs: number;
  /** One that holds more after a request is ended: something is not given back. */
  mostMemoryBytes: number;
}

interface Resting {
  child: ChildProgram;
  idle: NodeJS.Timeout;
}

/**
 * Child processes that run one program: started when they are needed, ended when they are not. One request at a time in
 * each; what breaks its process breaks no other request.
 */
export class ChildPool {
  readonly #options: ChildPoolOptions;
  readonly #places: Semaphore;
  readonly #all = new Set<ChildProgram>();
  readonly #resting: Resting[] = [];

  constructor(options: ChildPoolOptions) {
    this.#options = options;
    this.#places = new Semaphore(options.size);
  }

  /**
   * Has one of them do something; waits while all are busy.
   * @param payload bytes that go along, or the file that has them
   * @throws ChildError; the file system's error when the payload can't be read
   */
  run(request: object, payload?: Payload): Promise<ChildAnswer> {
    return this.#places.run(async () => {
      const child = this.#wake() ?? (await this.#start());
      try {
        const answer = await child.ask(request, payload);
        if (answer.memoryBytes > this.#options.mostMemoryBytes) await child.end();
        return answer;
      } finally {
        if (child.isFree) this.#rest(child);
        else await child.end();
      }
    });
  }

  /** Ends them all, whatever they are doing; the next request starts one again. */
  async close(): Promise<void> {
    for (const { idle } of this.#resting.splice(0)) clearTimeout(idle);
    await Promise.all([...this.#all].map((child) => child.end()));
  }

  async #start(): Promise<ChildProgram> {
    const child = await ChildProgram.start(this.#options);
    this.#all.add(child);
    child.onEnd(() => this.#all.delete(child));
    return child;
  }

  /** The one that worked last: the others may then be ended. */
  #wake(): ChildProgram | undefined {
    for (let rested = this.#resting.pop(); rested; rested = this.#resting.pop()) {
      clearTimeout(rested.idle);
      if (rested.child.hasEnded) continue;
      rested.child.holdOpen(true);
      return rested.child;
    }
  }

  #rest(child: ChildProgram): void {
    // A server that stops waits neither for it nor for its time.
    child.holdOpen(false);
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
