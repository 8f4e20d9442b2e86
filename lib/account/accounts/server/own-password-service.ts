import type { Actor } from "@/lib/core/auth/server/actor";
import { countGuesses, type Guess, guessLimits, refundGuesses } from "@/lib/core/auth/server/guess-throttle";
import { verifyPassword } from "@/lib/core/auth/server/passwords";
import { db } from "@/lib/db";
import { AppError, notSignedIn } from "@/lib/http/errors";

export interface OwnPassword {
  passwordHash: string;
  username: string;
  email: string | null;
}

/**
 * Checks that this is the account's owner, and not someone else at a device left signed in. Wrong passwords count like
 * those at sign-in, so such a device doesn't allow unlimited guesses.
 * @param field the input that holds the password
 * @param message the message for a wrong one
 * @throws AppError 422 no_password or wrong_password, 429, 503 when too many are waiting already
 */
export async function requireOwnPassword(
  actor: Actor,
  password: string,
  field: string,
  message = "That is not your password. Please try again.",
): Promise<OwnPassword> {
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { passwordHash: true, username: true, email: true },
  });
  if (!user) throw notSignedIn();
  const { passwordHash, ...names } = user;
  if (passwordHash === null) {
    throw new AppError("no_password", 422, "Your account has no password yet. Please set one first.", {
      field,
    });
  }
  const guesses: Guess[] = [{ limit: guessLimits.signedIn, key: actor.userId }];
  await countGuesses(guesses);
  const isRight = await verifyPassword(passwordHash, password).catch(async (error: unknown) => {
    // A password that wasn't checked, because too many were waiting, isn't a guess.
    await refundGuesses(guesses, false);
    throw error;
  });
  if (!isRight) {
    throw new AppError("wrong_password", 422, message, { field });
  }
  await refundGuesses(guesses);
  return { passwordHash, ...names };
}
