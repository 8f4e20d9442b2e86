import { AsyncLocalStorage } from "node:async_hooks";

const lanes = new AsyncLocalStorage<{ now: number }>();
const RealDate = globalThis.Date;

const laneNow = () => lanes.getStore()?.now ?? RealDate.now();

/** The time in the current lane; outside lanes, the real one. */
class LaneDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(laneNow());
    else super(...(parts as [number]));
  }

  static override now(): number {
    return laneNow();
  }
}

/** For test files whose people live in different months in parallel. */
export function withLaneClock(): void {
  beforeAll(() => {
    globalThis.Date = LaneDate as DateConstructor;
  });
  afterAll(() => {
    globalThis.Date = RealDate;
  });
}

/** Runs something in its own time, which it can advance. */
export function inLane<T>(start: Date, run: (clock: { now: number }) => Promise<T>): Promise<T> {
  const clock = { now: start.getTime() };
  return lanes.run(clock, () => run(clock));
}
