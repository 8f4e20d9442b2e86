import { type LoginInput, temporaryPasswordDays } from "@/lib/account/accounts/schema";
import { warnOfPasswordGuessingTask } from "@/lib/account/accounts/server/recovery-service";
import { type SignedIn, signedIn } from "@/lib/account/accounts/server/service";
import { openSessionIf } from "@/lib/account/security/server/open-session-service";
import { checkSecondFactor } from "@/lib/account/security/server/second-factor-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import { isDeviceOf, type KnownDevice } from "@/lib/core/auth/server/device-cookie";
import { countGuesses, type Guess, guessLimits, refundGuesses } from "@/lib/core/auth/server/guess-throttle";
import { verifyPassword } from "@/lib/core/auth/server/passwords";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { isSameNetwork } from "@/lib/http/networks";

/** How long an address is remembered. */
const knownAddressDays = 90;

/** Whether the person has recently signed in from this network: at home, say, with a browser that lost its cookies. */
async function isAddressOf(userId: string, ipAddress: string | null): Promise<boolean> {
  const known = await db.activityEntry.groupBy({
    by: ["ipAddress"],
    where: {
      subjectId: userId,
      ipAddress: { not: null },
      action: { in: ["account.signedIn", "account.created"] },
      at: { gt: new Date(Date.now() - knownAddressDays * 86_400_000) },
    },
  });
  return known.some((entry) => isSameNetwork(entry.ipAddress ?? "", ipAddress ?? ""));
}

/** Looked up for unknown people too, so that the response time reveals nothing. */
const unknownUserId = "00000000-0000-0000-0000-000000000000";

/**
 * The allowance that this guess counts against: the device's own if it has signed in to the account before, the
 * address's if another device there has, else the one for strangers.
 */
async function guessesFor(
  name: string,
  user: { id: string; passwordHash: string | null } | null,
  device: KnownDevice | null,
  ipAddress: string | null,
): Promise<Guess[]> {
  const userId = user?.id;
  const isAtHome = await isAddressOf(userId ?? unknownUserId, ipAddress);
  if (userId && device && isDeviceOf(device, userId)) {
    return [
      // Of this password: nobody lists the devices, to reset their limits when it is changed.
      { limit: guessLimits.device, key: `${userId} ${device.name} ${user.passwordHash ?? ""}` },
      { limit: guessLimits.devices, key: userId },
    ];
  }
  if (userId && isAtHome) return [{ limit: guessLimits.address, key: userId }];
  return [{ limit: guessLimits.stranger, key: name }];
}

const invalidCredentials = () =>
  new AppError("invalid_credentials", 401, "Invalid username or password. Please try again.");

const logFailure = (subjectId: string | null, origin: SessionOrigin) =>
  recordActivity({ action: "account.signInFailed", subjectId, origin });

/**
 * Signs in with a username or an e-mail address.
 * @param device the one in use, if known
 * @throws AppError 401 with the same text for an unknown person and a wrong password; 401 second_factor_required,
 * wrong_code or temporary_password_expired; 429, also the same for both; 503 while too many sign in, with people on
 * their own devices served first
 */
export async function signIn(
  input: LoginInput,
  origin: SessionOrigin,
  device: KnownDevice | null,
): Promise<SignedIn> {
  const name = input.usernameOrEmail;
  const user = await db.user.findFirst({
    where: { OR: [{ username: name }, { email: name }] },
    select: {
      id: true,
      passwordHash: true,
      passwordTemporary: true,
      passwordExpiresAt: true,
      isSuperAdmin: true,
      lastFamilyId: true,
    },
  });
  const guesses = await guessesFor(name, user, device, origin.ipAddress);
  const { isNearLimit } = await countGuesses(guesses);

  const isKnown = guesses[0]?.limit !== guessLimits.stranger;
  if (!(await isRightPassword(user?.passwordHash ?? null, input.password, isKnown, guesses)) || !user) {
    // Logged for unknown people too, so that an unknown name costs the same as a known one.
    await logFailure(user?.id ?? null, origin);
    if (isNearLimit && guesses[0]?.limit === guessLimits.stranger) await sendGuessingWarning(name);
    throw invalidCredentials();
  }
  if (user.passwordTemporary && user.passwordExpiresAt && user.passwordExpiresAt <= new Date()) {
    await refundGuesses(guesses, false);
    throw new AppError(
      "temporary_password_expired",
      401,
      `This temporary password expired after ${temporaryPasswordDays} days. Please ask an admin of your family for another one.`,
    );
  }
  await requireSecondFactor(user.id, input.code, guesses);

  await refundGuesses(guesses);
  const hasSamePassword = { id: user.id, passwordHash: user.passwordHash };
  const cookie = await openSessionIf(
    async (client) => (await client.user.count({ where: hasSamePassword })) > 0,
    user,
    "password",
    origin,
  );
  if (cookie === null) {
    await logFailure(user.id, origin);
    throw invalidCredentials();
  }
  return signedIn(cookie);
}

/** A password that wasn't checked, because too many were waiting, isn't a guess. */
async function isRightPassword(
  passwordHash: string | null,
  password: string,
  isKnown: boolean,
  guesses: Guess[],
): Promise<boolean> {
  try {
    return await verifyPassword(passwordHash, password, isKnown);
  } catch (error) {
    await refundGuesses(guesses, false);
    throw error;
  }
}

/** A wrong code is a guess like a wrong password; a missing one isn't. */
async function requireSecondFactor(
  userId: string,
  code: string | undefined,
  guesses: Guess[],
): Promise<void> {
  try {
    await checkSecondFactor(userId, code);
  } catch (error) {
    if (error instanceof AppError && error.code === "second_factor_required") {
      await refundGuesses(guesses, false);
    }
    throw error;
  }
}

/** Has the queue notify the owner, so that response times don't reveal to a guesser whether there is one. */
function sendGuessingWarning(usernameOrEmail: string): Promise<void> {
  return warnOfPasswordGuessingTask.enqueue({ usernameOrEmail }, { jobKey: `guessing:${usernameOrEmail}` });
}
