import type { Actor } from "@/lib/core/auth/server/actor";
import { type Claim, claimGuesses, doors, takeBackGuesses } from "@/lib/core/auth/server/guess-throttle";
import { verifyPassword } from "@/lib/core/auth/server/passwords";
import { db } from "@/lib/db";
import { AppError, notSignedIn } from "@/lib/http/errors";

export interface OwnPassword {
  passwordHash: string;
  username: string;
  email: string | null;
}

/**
 * Makes sure that it is the person, and not somebody at a device they left open. Wrong ones count, like those at
 * the sign-in, so that an open device is no way to guess on.
 * @param field the input that holds the password
 * @param words said for a wrong one
 * @throws AppError 422 no_password or wrong_password, 429, 503 when too many wait already
 */
export async function requireOwnPassword(
  actor: Actor,
  password: string,
  field: string,
  words = "That is not your password. Please try again.",
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
  const claims: Claim[] = [{ door: doors.signedIn, key: actor.userId }];
  await claimGuesses(claims);
  const isRight = await verifyPassword(passwordHash, password).catch(async (error: unknown) => {
    // A password that was not looked at, because too many were waiting, is no guess.
    await takeBackGuesses(claims, false);
    throw error;
  });
  if (!isRight) {
    throw new AppError("wrong_password", 422, words, { field });
  }
  await takeBackGuesses(claims);
  return { passwordHash, ...names };
}
