import { AsyncLocalStorage } from "node:async_hooks";

const scopes = new AsyncLocalStorage<{ now: number }>();
const RealDate = globalThis.Date;

const scopedNow = () => scopes.getStore()?.now ?? RealDate.now();

/** The time in the current scope; outside scopes, the real one. */
class ScopedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(scopedNow());
    else super(...(parts as [number]));
  }

  static override now(): number {
    return scopedNow();
  }
}

/** For test files whose people live in different months in parallel. */
export function installScopedClock(): void {
  beforeAll(() => {
    globalThis.Date = ScopedDate as DateConstructor;
  });
  afterAll(() => {
    globalThis.Date = RealDate;
  });
}

/** Runs something in its own time, which it can advance. */
export function withClockAt<T>(start: Date, run: (clock: { now: number }) => Promise<T>): Promise<T> {
  const clock = { now: start.getTime() };
  return scopes.run(clock, () => run(clock));
}
