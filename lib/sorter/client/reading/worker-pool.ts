import type {
  FileReaders,
  ReadingAnswer,
  ReadingResults,
  ReadingTask,
} from "@/lib/sorter/client/reading/messages";
import { RefusedFileError } from "@/lib/sorter/client/reading/refused-error";

interface Waiting {
  task: ReadingTask;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** A decoded photo takes 50 to 200 MB: a phone can handle two at once, a computer three. */
const maxWorkers = 3;

const startWorker = () => new Worker(new URL("./reading-worker.ts", import.meta.url), { type: "module" });

/** Up to three workers, started as needed; files wait their turn in order. */
export class WorkerPool implements FileReaders {
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Waiting>();
  readonly #queue: Waiting[] = [];
  readonly #limit: number;

  constructor(private readonly start: () => Worker = startWorker) {
    const cores = globalThis.navigator?.hardwareConcurrency ?? 2;
    this.#limit = Math.max(1, Math.min(maxWorkers, cores - 1));
  }

  run<K extends ReadingTask["kind"]>(task: Extract<ReadingTask, { kind: K }>): Promise<ReadingResults[K]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, resolve: resolve as Waiting["resolve"], reject });
      this.#next();
    });
  }

  /** Ends the workers; waiting tasks are never answered. */
  close(): void {
    this.#queue.length = 0;
    for (const worker of [...this.#idle, ...this.#busy.keys()]) worker.terminate();
    this.#idle.length = 0;
    this.#busy.clear();
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const worker = this.#idle.pop() ?? (this.#busy.size < this.#limit ? this.#begin() : null);
      if (!worker) return;
      const waiting = this.#queue.shift() as Waiting;
      this.#busy.set(worker, waiting);
      worker.postMessage(waiting.task);
    }
  }

  #begin(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<ReadingAnswer>) => {
      const waiting = this.#busy.get(worker);
      this.#busy.delete(worker);
      this.#idle.push(worker);
      if (data.ok) waiting?.resolve(data.result);
      else waiting?.reject(new RefusedFileError(data.refusal));
      this.#next();
    };
    // For example, it ran out of memory: give up the current file and continue with a new worker.
    worker.onerror = (event) => {
      event.preventDefault();
      const waiting = this.#busy.get(worker);
      this.#busy.delete(worker);
      worker.terminate();
      waiting?.reject(new RefusedFileError("broken"));
      this.#next();
    };
    return worker;
  }
}
