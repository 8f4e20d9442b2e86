// A time of day that a test sets: in its own process by importing this; in another one by `node --import`, at its start
// (CLOCK_STARTS_AT) and, over IPC, at any time ({ setClock: milliseconds, zone: as in TZ }). Timers and performance.now() go on, as they
// do when a clock is set.
const RealDate = globalThis.Date;
let ahead = 0;
const now = () => RealDate.now() + ahead;

/** @param {number | null} time milliseconds; `null`: the right time again */
export function setClock(time) {
  ahead = time === null ? 0 : time - RealDate.now();
}
if (process.env.CLOCK_STARTS_AT) setClock(Number(process.env.CLOCK_STARTS_AT));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, self) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

process.on("message", (message) => {
  const { setClock: time, zone } = message ?? {};
  if (time === undefined && zone === undefined) return;
  if (time !== undefined) setClock(time);
  // Node looks at it whenever it is set.
  if (zone !== undefined) process.env.TZ = zone;
  process.send?.({ isClockSet: true });
});
