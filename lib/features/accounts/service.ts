import type { Actor } from "@/lib/auth/actor";
import { sessionCookieName } from "@/lib/auth/session-cookie";
import { actorFromCookies, createSession, endSession, type SessionOrigin } from "@/lib/auth/sessions";
import { db, type Prisma } from "@/lib/db";
import { userDto, userSelect } from "@/lib/features/accounts/dto";
import { hashNewPassword } from "@/lib/features/accounts/new-password";
import type { CreateAccountInput, OrganizationSignupInput, UserDto } from "@/lib/features/accounts/schema";
import { emailTaken, namingTheTaken, usernameTaken } from "@/lib/features/accounts/taken";
import { recordActivity } from "@/lib/features/activity/service";
import { requireSignUpOpen } from "@/lib/features/system-settings/service";
import { notSignedIn } from "@/lib/http/errors";

export interface SignedIn {
  user: UserDto;
  /** The session cookie's value. */
  cookie: string;
}

/** The person behind the session; null when the account is gone. */
export async function getUser(actor: Actor): Promise<UserDto | null> {
  const [user, family] = await Promise.all([
    db.user.findUnique({ where: { id: actor.userId }, select: userSelect }),
    actor.familyId
      ? db.family.findUnique({ where: { id: actor.familyId }, select: { id: true, name: true, icon: true } })
      : null,
  ]);
  return user ? userDto(user, actor, family) : null;
}

/** @throws AppError 401 when the account is gone */
export async function requireUser(actor: Actor): Promise<UserDto> {
  const user = await getUser(actor);
  if (!user) throw notSignedIn();
  return user;
}

/** The person of a session that was just opened. */
export async function signedIn(cookie: string): Promise<SignedIn> {
  const actor = await actorFromCookies(`${sessionCookieName(false)}=${cookie}`);
  if (!actor) throw notSignedIn();
  return { user: await requireUser(actor), cookie };
}

export async function signOut(actor: Actor): Promise<void> {
  await endSession(actor.sessionId);
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
  const user = await client.user.create({
    data: { username: input.username, email: input.email, passwordHash },
    select: { id: true, username: true, isSuperAdmin: true },
  });
  await recordActivity({ action: "account.created", actorId: user.id, subjectId: user.id, origin }, client);
  return user;
}

/** An account without a family. @throws AppError 403 while sign-up is closed, 409 */
export async function createAccount(input: CreateAccountInput, origin: SessionOrigin): Promise<SignedIn> {
  await requireSignUpOpen();
  const passwordHash = await hashNewPassword(input.password, input);
  const cookie = await namingTheTaken(() =>
    db.$transaction(async (client) => {
      const user = await createUser(client, input, passwordHash, origin);
      return createSession({ ...user, lastFamilyId: null }, { ...origin, method: "signup" }, client);
    }),
  );
  return signedIn(cookie);
}

/** An account and its family, on the free tier, with the caller as owner. @throws AppError 403 while sign-up is closed, 409 */
export async function signUpFamily(input: OrganizationSignupInput, origin: SessionOrigin): Promise<SignedIn> {
  await requireSignUpOpen();
  const passwordHash = await hashNewPassword(input.password, input);
  const cookie = await namingTheTaken(() =>
    db.$transaction(async (client) => {
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
        data: { lastFamilyId: family.id },
        select: { id: true },
      });
      return createSession({ ...user, lastFamilyId: family.id }, { ...origin, method: "signup" }, client);
    }),
  );
  return signedIn(cookie);
}
