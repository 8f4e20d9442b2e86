import { createHash } from "node:crypto";
import { databasePool } from "@/lib/db";
import { env } from "@/lib/env";
import { tooManyRequests } from "@/lib/http/rate-limit";

/** A way to guess an account's password, with an allowance of its own. */
export interface GuessLimit {
  name: string;
  /** Wrong passwords that are checked per day. */
  perDay: number;
  /**
   * Whether consecutive wrong ones delay the next: 5 are free, then 1 minute, up to 15 (quality.md, Sign-in rate
   * limits).
   */
  isSlowing: boolean;
}

/**
 * Every place where a password is checked. An account has two names (username and email address), so these add up to
 * the 100 a day (quality.md, Sign-in rate limits), and a stranger who uses up one allowance leaves the others intact.
 * Counting by names rather than accounts makes a nonexistent name behave like any other, and doesn't reveal which names
 * belong together.
 */
export const guessLimits = {
  /** Someone on a device that never signed in to the account; key: the name as typed. */
  stranger: { name: "stranger", perDay: 35, isSlowing: true },
  /** One device that has signed in to the account before; key: person, device and the password's hash. */
  device: { name: "device", perDay: 10, isSlowing: true },
  /** All such devices together; key: the person. */
  devices: { name: "devices", perDay: 12, isSlowing: false },
  /** An unknown device at an address the person has signed in from before; key: the person. */
  address: { name: "address", perDay: 8, isSlowing: true },
  /** Someone at a signed-in device who is asked for the password again; key: the person. */
  signedIn: { name: "signed-in", perDay: 10, isSlowing: true },
  /** Someone typing voucher codes; key: the person. */
  voucher: { name: "voucher", perDay: 30, isSlowing: true },
  /** Someone typing the codes of TVs and frames; key: the person. */
  screenCode: { name: "screen-code", perDay: 30, isSlowing: true },
} as const satisfies Record<string, GuessLimit>;

export interface Guess {
  limit: GuessLimit;
  key: string;
}

export const freeGuesses = 5;
export const maxWaitMinutes = 15;

const hashKey = ({ limit, key }: Guess) => createHash("sha256").update(`${limit.name}\n${key}`).digest();

/** SQL for the wait after the nth consecutive wrong password: 0, 1, 2, 4, 8, 15 minutes. */
const waitAfter = (streak: string) =>
  `make_interval(mins => CASE WHEN NOT $3::bool OR ${streak} <= ${freeGuesses} THEN 0
     ELSE least(${maxWaitMinutes}, 2 ^ least(${streak} - ${freeGuesses + 1}, 10))::int END)`;

/**
 * SQL for a row that no longer counts: its day is over, or ends later than a day can. Such rows come from a clock that
 * ran ahead; they must not lock people out until that time is reached. The extra hour is for a clock that is set back a
 * little, as happens all the time: the count must not restart each time.
 */
const isOver = `(g."dayEndsAt" <= clock_timestamp() OR g."dayEndsAt" > clock_timestamp() + interval '25 hours')`;

/** SQL for now, rounded down: the column stores milliseconds, and rounding up would briefly refuse the next guess. */
const openNow = "date_trunc('milliseconds', clock_timestamp())";

// A single statement decides: of 50 simultaneous guesses, each sees the row as the previous one left it. It counts
// before the password is checked, so a guess whose server dies has counted too.
const countStatement = `
  INSERT INTO "GuessCount" AS g (key, total, streak, "openAt", "dayEndsAt")
  VALUES ($1, 1, 1, ${openNow}, clock_timestamp() + interval '1 day')
  ON CONFLICT (key) DO UPDATE SET
    total = CASE WHEN ${isOver} THEN 1 ELSE g.total + 1 END,
    streak = CASE WHEN ${isOver} THEN 1 ELSE g.streak + 1 END,
    "openAt" = ${openNow}
      + CASE WHEN ${isOver} THEN interval '0' ELSE ${waitAfter("(g.streak + 1)")} END,
    "dayEndsAt" = CASE WHEN ${isOver} THEN clock_timestamp() + interval '1 day'
      ELSE g."dayEndsAt" END
  WHERE ${isOver} OR (g.total < $2 AND g."openAt" <= clock_timestamp())
  RETURNING total, streak`;

const secondsLeft = `
  SELECT ceil(extract(epoch FROM CASE WHEN total >= $2 THEN "dayEndsAt" ELSE "openAt" END - clock_timestamp()))::int
    AS seconds
  FROM "GuessCount" WHERE key = $1`;

/**
 * Counts a guess, if one is allowed.
 * @returns null if it must wait; otherwise whether the limit would be nearly reached if the guess is wrong
 */
export async function countGuess(guess: Guess): Promise<{ isNearLimit: boolean } | null> {
  if (!env.RATE_LIMITS) return { isNearLimit: false };
  const { limit } = guess;
  const { rows } = await databasePool().query<{ total: number; streak: number }>({
    name: "count-guess",
    text: countStatement,
    values: [hashKey(guess), limit.perDay, limit.isSlowing],
  });
  const [row] = rows;
  if (!row) return null;
  const isAtMaxWait = limit.isSlowing && 2 ** (row.streak - freeGuesses - 1) >= maxWaitMinutes;
  return { isNearLimit: isAtMaxWait || row.total >= limit.perDay };
}

/**
 * Counts a guess against each of these limits.
 * @returns whether one of them is then nearly reached
 * @throws AppError 429 with a message saying how long to wait
 */
export async function countGuesses(guesses: Guess[]): Promise<{ isNearLimit: boolean }> {
  let isNearLimit = false;
  for (const [index, guess] of guesses.entries()) {
    const counted = await countGuess(guess);
    if (!counted) {
      // It isn't made, so it must not use up the others.
      await refundGuesses(guesses.slice(0, index), false);
      const { rows } = await databasePool().query<{ seconds: number }>({
        name: "guess-wait",
        text: secondsLeft,
        values: [hashKey(guess), guess.limit.perDay],
      });
      throw tooManyRequests(rows[0]?.seconds ?? 1);
    }
    isNearLimit ||= counted.isNearLimit;
  }
  return { isNearLimit };
}

/**
 * Refunds a counted guess, since the password was right. The day's total of wrong ones stays: otherwise someone who
 * signs in often would give a stranger new guesses.
 * @param isSignedIn false if the password was right but something else was missing: the streak of wrong ones continues
 */
export async function refundGuesses(guesses: Guess[], isSignedIn = true): Promise<void> {
  if (!env.RATE_LIMITS || guesses.length === 0) return;
  await databasePool().query({
    name: "refund-guesses",
    text: `UPDATE "GuessCount" SET total = greatest(total - 1, 0), "openAt" = ${openNow},
             streak = CASE WHEN $2::bool THEN 0 ELSE greatest(streak - 1, 0) END
           WHERE key = ANY($1::bytea[])`,
    values: [guesses.map(hashKey), isSignedIn],
  });
}

/** Resets limits: the guessed password has been changed. */
export async function resetGuesses(guesses: Guess[]): Promise<void> {
  await databasePool().query(`DELETE FROM "GuessCount" WHERE key = ANY($1::bytea[])`, [guesses.map(hashKey)]);
}
