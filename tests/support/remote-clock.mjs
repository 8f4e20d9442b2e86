// For `node --import`: sets a process's time of day at its start (CLOCK_STARTS_AT) and, over IPC, at any time
// ({ setClock: milliseconds, zone: as in TZ }).
import { setClock } from "./moving-clock.mjs";

if (process.env.CLOCK_STARTS_AT) setClock(Number(process.env.CLOCK_STARTS_AT));

process.on("message", (message) => {
  const { setClock: time, zone } = message ?? {};
  if (time === undefined && zone === undefined) return;
  if (time !== undefined) setClock(time);
  // Node rereads it whenever it is set.
  if (zone !== undefined) process.env.TZ = zone;
  process.send?.({ isClockSet: true });
});
