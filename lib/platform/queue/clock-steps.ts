import { databasePool } from "@/lib/db";

const lookEveryMs = 60_000;
const stepMs = 90_000;

/** The difference between the time of day and a monotonic clock. */
const offset = () => Date.now() - performance.now();

/**
 * Reports when this machine's clock is set back by more than a minute and a half: anything waiting for a minute would
 * wait until the clock gets there again.
 * @returns a function that ends it
 */
export function onClockSetBack(onSetBack: () => void): () => void {
  let before = offset();
  const timer = setInterval(() => {
    const now = offset();
    if (now < before - stepMs) onSetBack();
    before = now;
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}

/**
 * Forgets scheduled runs that are in the future: they were recorded by a clock that ran ahead, and until then nothing
 * scheduled would run.
 */
export async function forgetFutureRuns(now = new Date()): Promise<void> {
  await databasePool().query(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = $1
     WHERE last_execution > $1::timestamptz + interval '1 minute'`,
    [now],
  );
}
