import { setTimeout as delay } from "node:timers/promises";

interface PatienceOptions {
  /** How long each caller waits. */
  waitMs: number;
  /** How long the result of slow work is kept for later calls; a failure only until one of them gets it. */
  keepMs: number;
}

/** Limits how long callers wait for slow work. The work continues, and a later call gets its result. */
export class Patience<T> {
  /** Work that a caller has stopped waiting for. */
  readonly #slow = new Map<string, Promise<T>>();

  constructor(private readonly options: PatienceOptions) {}

  /**
   * @param id identifies the work, which isn't begun again until its outcome has been kept long enough
   * @returns null when it takes longer
   * @throws what the work throws
   */
  async wait(id: string, begin: () => Promise<T>): Promise<{ value: T } | null> {
    const { waitMs, keepMs } = this.options;
    const work = this.#slow.get(id) ?? begin();
    const late = new AbortController();
    const waited = delay(waitMs, null, { ref: false, signal: late.signal });
    waited.catch(() => {});
    const outcome = await Promise.race([work.then((value) => ({ value })), waited])
      .catch((error: unknown) => {
        this.#forget(id, work);
        throw error;
      })
      .finally(() => late.abort());
    if (outcome === null && !this.#slow.has(id)) {
      this.#slow.set(id, work);
      const forget = () => setTimeout(() => this.#forget(id, work), keepMs).unref();
      work.then(forget, forget);
    }
    return outcome;
  }

  /** Later work may have the id by now. */
  #forget(id: string, work: Promise<T>): void {
    if (this.#slow.get(id) === work) this.#slow.delete(id);
  }
}
