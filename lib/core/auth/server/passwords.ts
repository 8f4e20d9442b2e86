import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "@/lib/http/errors";
import { shareOf } from "@/lib/platform/siblings";
import { FullQueueError, TwoLineQueue } from "@/lib/shared/two-line-queue";

/**
 * argon2id; 28 ms on two cores (quality.md, Passwords). Stronger settings would make it easy to overload the server.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = shareOf(2);
/** The last of them waits about a second. */
const maxWaiting = 32 * atOnce;
const retrySeconds = 5;

const hashing = new TwoLineQueue(atOnce, maxWaiting);

/**
 * Runs a hashing task in turn, known people before strangers.
 * @throws AppError 503 when too many are waiting already
 */
async function inTurn<T>(isKnown: boolean, task: () => Promise<T>): Promise<T> {
  try {
    return await hashing.run(task, isKnown);
  } catch (error) {
    if (!(error instanceof FullQueueError)) throw error;
    throw unavailable(
      "too_many_sign_ins",
      "Too many people are signing in right now. Please try again in a moment.",
      retrySeconds,
    );
  }
}

/**
 * @param isKnown whether it is for someone who has proved something: a session, a mailed link, a device of theirs
 * @throws AppError 503 when too many are waiting already
 */
export function hashPassword(password: string, isKnown = true): Promise<string> {
  return inTurn(isKnown, () => hash(password, parameters));
}

let dummyHash: Promise<string> | undefined;

/**
 * False for a wrong password and, after the same time, for someone who has none.
 * @param isKnown as for hashPassword
 * @throws AppError 503 when too many are waiting already
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  isKnown = true,
): Promise<boolean> {
  // Once per process, and bypassing the queue: a full queue must not make it fail permanently.
  dummyHash ??= hash("nobody has this password", parameters);
  const against = passwordHash ?? (await dummyHash);
  const isRight = await inTurn(isKnown, () => verify(against, password));
  return isRight && passwordHash !== null;
}
