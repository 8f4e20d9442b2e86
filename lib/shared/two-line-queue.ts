/** No more tasks can wait in this line. */
export class FullQueueError extends Error {
  constructor() {
    super("The queue is full");
    this.name = "FullQueueError";
  }
}

/**
 * Runs at most `atOnce` tasks; others wait in one of two lines of at most `maxWaiting`, the first of which has
 * priority.
 */
export class TwoLineQueue {
  #running = 0;
  readonly #first: (() => void)[] = [];
  readonly #second: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws FullQueueError at once, without starting the task */
  async run<T>(task: () => Promise<T>, goesFirst: boolean): Promise<T> {
    if (this.#running >= this.atOnce) {
      const line = goesFirst ? this.#first : this.#second;
      if (line.length >= this.maxWaiting) throw new FullQueueError();
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line, so a newcomer can't slip in between.
      const next = this.#first.shift() ?? this.#second.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
