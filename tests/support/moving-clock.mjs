// A settable time of day. Timers and performance.now() continue, as they do when a system's clock is set.
const RealDate = globalThis.Date;
let ahead = 0;
const now = () => RealDate.now() + ahead;

/** @param {number | null} time milliseconds; `null`: the right time again */
export function setClock(time) {
  ahead = time === null ? 0 : time - RealDate.now();
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, self) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
