/** Runs at most `limit` tasks at once; the rest wait their turn in order. */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  get isIdle(): boolean {
    return this.#running === 0;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line, so a newcomer can't slip in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** At most `limit` tasks at once for each key. */
export class KeyedSemaphore {
  readonly #semaphores = new Map<string, Semaphore>();

  constructor(private readonly limit: number) {}

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const semaphore = this.#semaphores.get(key) ?? new Semaphore(this.limit);
    this.#semaphores.set(key, semaphore);
    try {
      return await semaphore.run(task);
    } finally {
      if (semaphore.isIdle) this.#semaphores.delete(key);
    }
  }
}
