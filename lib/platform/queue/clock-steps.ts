import { databasePool } from "@/lib/db";

const lookEveryMs = 60_000;
const stepMs = 90_000;

/** Where the time of day stands against a clock that nobody sets. */
const offset = () => Date.now() - performance.now();

/**
 * Tells when this machine's clock is set back by more than a minute and a half: whatever waits for a minute would wait
 * until the clock is there again.
 * @returns what ends it
 */
export function onClockSetBack(tell: () => void): () => void {
  let before = offset();
  const timer = setInterval(() => {
    const now = offset();
    if (now < before - stepMs) tell();
    before = now;
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}

/**
 * Forgets runs of the timetable that lie in the future: they were noted by a clock that ran ahead, and until then
 * nothing of the timetable would run.
 */
export async function forgetFutureRuns(now = new Date()): Promise<void> {
  await databasePool().query(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = $1
     WHERE last_execution > $1::timestamptz + interval '1 minute'`,
    [now],
  );
}
