import { AsyncLocalStorage } from "node:async_hooks";

const lanes = new AsyncLocalStorage<{ now: number }>();
const RealDate = globalThis.Date;

const laneNow = () => lanes.getStore()?.now ?? RealDate.now();

/** The time of whichever lane asks; outside of lanes, the real one. */
class LaneDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(laneNow());
    else super(...(parts as [number]));
  }

  static override now(): number {
    return laneNow();
  }
}

/** For test files whose people live in different months side by side. */
export function withLaneClock(): void {
  beforeAll(() => {
    globalThis.Date = LaneDate as DateConstructor;
  });
  afterAll(() => {
    globalThis.Date = RealDate;
  });
}

/** Runs something at a time of its own, which it can move. */
export function inLane<T>(start: Date, run: (clock: { now: number }) => Promise<T>): Promise<T> {
  const clock = { now: start.getTime() };
  return lanes.run(clock, () => run(clock));
}
