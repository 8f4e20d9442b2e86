import type { CreateAccountInput, OrganizationSignupInput, UserDto } from "@/lib/account/accounts/schema";
import {
  emailTaken,
  translateUniqueViolation,
  usernameTaken,
} from "@/lib/account/accounts/server/account-conflicts";
import { type UserFields, userDto, userFields } from "@/lib/account/accounts/server/dto";
import { sendAccountConfirmation } from "@/lib/account/accounts/server/email-confirmation-service";
import { hashNewPassword } from "@/lib/account/accounts/server/new-password";
import { recordActivity } from "@/lib/core/activity/server/service";
import { type Actor, isMember } from "@/lib/core/auth/server/actor";
import {
  actorOfSession,
  createSession,
  endSession,
  type SessionOrigin,
} from "@/lib/core/auth/server/sessions";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { shownName } from "@/lib/core/names/server/display-name";
import { accountName } from "@/lib/core/names/server/member-name-service";
import {
  requireRoomForAccount,
  requireRoomForFreeFamily,
} from "@/lib/core/system-settings/server/ceiling-service";
import { getOffers } from "@/lib/core/system-settings/server/offers-service";
import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { isInUse } from "@/lib/core/system-settings/server/sign-up-rule";
import { claimSignUp, requireSignUpOpen } from "@/lib/core/system-settings/server/sign-up-service";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { AppError, notSignedIn } from "@/lib/http/errors";
import { consumeAddressRateLimit, refundAddressRateLimit } from "@/lib/http/rate-limit";
import { lockInTransaction } from "@/lib/platform/locks";

export interface SignedIn {
  user: UserDto;
  /** The session cookie's value. */
  cookie: string;
}

const userColumns = Prisma.raw(userFields.map((field) => `u."${field}"`).join(", "));

type PersonRow = UserFields & {
  displayName: string | null;
  familyId: string | null;
  familyName: string;
  familyIcon: string;
};

/**
 * The person, their current family, and what it calls them: every page needs all three, so one statement reads them.
 */
async function readPerson(actor: Actor) {
  const familyId = isMember(actor) ? actor.familyId : null;
  const [row] = await queryPrepared<PersonRow>(
    Prisma.sql`
      SELECT ${userColumns}, f.id AS "familyId", f.name AS "familyName", f.icon AS "familyIcon",
        CASE WHEN f.id IS NOT NULL THEN ${shownName} END AS "displayName"
      FROM "User" u LEFT JOIN "Family" f ON f.id = ${familyId}::uuid
        LEFT JOIN "FamilyMember" p ON p."familyId" = f.id AND p."userId" = u.id
      WHERE u.id = ${actor.userId}::uuid`,
  );
  if (!row) return null;
  const { displayName, familyId: id, familyName: name, familyIcon: icon, ...user } = row;
  return { user, displayName, family: id === null ? undefined : { id, name, icon } };
}

/** The session's person; null when the account is deleted. */
export async function getUser(actor: Actor): Promise<UserDto | null> {
  const [person, offers] = await Promise.all([readPerson(actor), getOffers()]);
  if (!person) return null;
  const displayName = person.displayName ?? (await accountName(actor.username));
  return userDto(person.user, actor, displayName, person.family, offers);
}

/** @throws AppError 401 when the account is deleted */
export async function requireUser(actor: Actor): Promise<UserDto> {
  const user = await getUser(actor);
  if (!user) throw notSignedIn();
  return user;
}

/** The person of a session that was just created. */
export async function signedIn(cookie: string): Promise<SignedIn> {
  const actor = await actorOfSession(cookie);
  if (!actor) throw notSignedIn();
  return { user: await requireUser(actor), cookie };
}

export async function signOut(actor: Actor): Promise<void> {
  await endSession(actor.sessionId);
}

const firstAccountLock = "first-account";

export const alreadySetUp = () =>
  new AppError(
    "not_found",
    404,
    "Someone has set up this album already. Please sign in, or ask them to invite you.",
  );

/**
 * Whether this is the first sign-up here, by the person who set up the installation and needs no confirmation. If two
 * run at once, the second waits and sees the first.
 */
async function isFirstAccount(client: Prisma.TransactionClient): Promise<boolean> {
  const findAnyUser = () => client.user.findFirst({ where: { isSuperAdmin: false }, select: { id: true } });
  if (await findAnyUser()) return false;
  await lockInTransaction(client, firstAccountLock);
  return (await findAnyUser()) === null;
}

/** How often per day a network may learn that an address or a username is taken. */
const takenAnswers = { name: "signup-taken", points: 20, seconds: 86_400 };

/**
 * Creates an account, and limits how often it reveals that one exists already. The limit is consumed before the lookup,
 * so reaching it says nothing about the requested address.
 * @throws AppError 409 with the field that is taken; 429
 */
async function signUp<T>(
  origin: SessionOrigin,
  work: (client: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const address = origin.ipAddress ?? "";
  await consumeAddressRateLimit(takenAnswers, address);
  let isTaken = false;
  try {
    return await translateUniqueViolation(() => db.$transaction(work));
  } catch (error) {
    isTaken = error instanceof AppError && error.status === 409;
    throw error;
  } finally {
    if (!isTaken) await refundAddressRateLimit(takenAnswers, address);
  }
}

/** @throws AppError 409 with the field that is taken */
async function createUser(
  client: Prisma.TransactionClient,
  input: CreateAccountInput,
  passwordHash: string,
  origin: SessionOrigin,
) {
  const taken = await client.user.findMany({
    where: { OR: [{ username: input.username }, { email: input.email }] },
    select: { username: true },
  });
  if (taken.some((user) => user.username === input.username)) throw usernameTaken();
  if (taken.length > 0) throw emailTaken();
  const { username, email } = input;
  const isFirst = await isFirstAccount(client);
  const user = await client.user.create({
    data: { username, email, passwordHash, emailConfirmedAt: isFirst ? new Date() : null },
    select: { id: true, username: true, isSuperAdmin: true },
  });
  if (!isFirst && isMailConfigured()) await sendAccountConfirmation({ ...user, email }, client);
  await recordActivity({ action: "account.created", actorId: user.id, subjectId: user.id, origin }, client);
  return user;
}

/** Creates an account without a family. @throws AppError 403 while sign-up is closed, 409, 503 */
export async function createAccount(input: CreateAccountInput, origin: SessionOrigin): Promise<SignedIn> {
  await requireSignUpOpen();
  const passwordHash = await hashNewPassword(input.password, input, "password", false);
  const cookie = await signUp(origin, async (client) => {
    await claimSignUp(client);
    const user = await createUser(client, input, passwordHash, origin);
    await requireRoomForAccount(client);
    return createSession({ ...user, lastFamilyId: null }, { ...origin, method: "signup" }, client);
  });
  // The first account of a public installation closes sign-up.
  forgetSystemSettings();
  return signedIn(cookie);
}

/**
 * An account, its family on the free tier, and the owner's session.
 * @param isOperator whether they set up the installation
 * @returns the session cookie's value
 * @throws AppError 409, 503
 */
async function createFamilyOwner(
  client: Prisma.TransactionClient,
  input: OrganizationSignupInput,
  { passwordHash, origin, isOperator }: { passwordHash: string; origin: SessionOrigin; isOperator: boolean },
): Promise<string> {
  const user = await createUser(client, input, passwordHash, origin);
  const family = await client.family.create({ data: { name: input.familyName }, select: { id: true } });
  await client.membership.create({
    data: { familyId: family.id, userId: user.id, role: "owner" },
    select: { userId: true },
  });
  await client.familyMember.create({
    data: { familyId: family.id, userId: user.id, name: user.username },
    select: { id: true },
  });
  await client.user.update({
    where: { id: user.id },
    data: { lastFamilyId: family.id, isOperator },
    select: { id: true },
  });
  await requireRoomForAccount(client);
  await requireRoomForFreeFamily(client);
  return createSession({ ...user, lastFamilyId: family.id }, { ...origin, method: "signup" }, client);
}

/** An account and its family, on the free tier, with the caller as owner. @throws AppError 403 while sign-up is closed, 409, 503 */
export async function signUpFamily(input: OrganizationSignupInput, origin: SessionOrigin): Promise<SignedIn> {
  await requireSignUpOpen();
  const passwordHash = await hashNewPassword(input.password, input, "password", false);
  const cookie = await signUp(origin, async (client) => {
    await claimSignUp(client);
    return createFamilyOwner(client, input, { passwordHash, origin, isOperator: false });
  });
  // The first account of a public installation closes sign-up.
  forgetSystemSettings();
  return signedIn(cookie);
}

/**
 * The first account of an empty installation and its family, whether sign-up is open or not: the caller has shown the
 * setup code.
 * @throws AppError 404 when someone has an account already, 409
 */
export async function signUpOperator(
  input: OrganizationSignupInput,
  origin: SessionOrigin,
): Promise<SignedIn> {
  const passwordHash = await hashNewPassword(input.password, input, "password", false);
  const cookie = await translateUniqueViolation(() =>
    db.$transaction(async (client) => {
      // The other ways to a first account take this lock too: if several people try at once, the second sees the first.
      await lockInTransaction(client, firstAccountLock);
      if (await isInUse(client)) throw alreadySetUp();
      return createFamilyOwner(client, input, { passwordHash, origin, isOperator: true });
    }),
  );
  forgetSystemSettings();
  return signedIn(cookie);
}
