import type { Actor } from "@/lib/auth/actor";
import { hashPassword, verifyPassword } from "@/lib/auth/passwords";
import { sessionCookieName } from "@/lib/auth/session-cookie";
import { actorFromCookies, createSession, endSession, type SessionOrigin } from "@/lib/auth/sessions";
import { db, type Prisma } from "@/lib/db";
import { userDto, userSelect } from "@/lib/features/accounts/dto";
import type {
  CreateAccountInput,
  LoginInput,
  OrganizationSignupInput,
  UserDto,
} from "@/lib/features/accounts/schema";
import { AppError, notSignedIn } from "@/lib/http/errors";
import { takeRateLimit } from "@/lib/http/rate-limit";
import { isUniqueViolation } from "@/lib/shared/database-errors";

export interface SignedIn {
  user: UserDto;
  /** The session cookie's value. */
  cookie: string;
}

/** quality.md: guesses on one account a day, from wherever they come. */
const guessesPerAccount = { name: "login-account", points: 100, seconds: 86_400 };

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

async function signedIn(cookie: string): Promise<SignedIn> {
  const actor = await actorFromCookies(`${sessionCookieName(false)}=${cookie}`);
  if (!actor) throw notSignedIn();
  return { user: await requireUser(actor), cookie };
}

/**
 * Signs in with a user name or an e-mail address.
 * @throws AppError 401 with the same words for an unknown person and a wrong password; 429
 */
export async function signIn(input: LoginInput, origin: SessionOrigin): Promise<SignedIn> {
  const name = input.usernameOrEmail;
  await takeRateLimit(guessesPerAccount, name);
  const user = await db.user.findFirst({
    where: { OR: [{ username: name }, { email: name }] },
    select: { id: true, passwordHash: true, isSuperAdmin: true, lastFamilyId: true },
  });
  if (!(await verifyPassword(user?.passwordHash ?? null, input.password)) || !user) {
    throw new AppError("invalid_credentials", 401, "Invalid username or password. Please try again.");
  }
  return signedIn(await createSession(user, origin));
}

export async function signOut(actor: Actor): Promise<void> {
  await endSession(actor.sessionId);
}

/** @throws AppError 409 with the field that is taken */
async function createUser(client: Prisma.TransactionClient, input: CreateAccountInput, passwordHash: string) {
  const taken = await client.user.findMany({
    where: { OR: [{ username: input.username }, { email: input.email }] },
    select: { username: true },
  });
  if (taken.some((user) => user.username === input.username)) throw usernameTaken();
  if (taken.length > 0) throw emailTaken();
  return client.user.create({
    data: { username: input.username, email: input.email, passwordHash },
    select: { id: true, username: true, isSuperAdmin: true },
  });
}

const usernameTaken = () =>
  new AppError("username_taken", 409, "This user name is taken. Please choose another.", {
    field: "username",
  });
const emailTaken = () =>
  new AppError("email_taken", 409, "There is already an account with this email address. Please sign in.", {
    field: "email",
  });

/** Two signups at the same moment: the unique constraint decides, this names the field. */
async function namingTheTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, "username")) throw usernameTaken();
    if (isUniqueViolation(error, "email")) throw emailTaken();
    throw error;
  }
}

/** An account without a family. @throws AppError 409 */
export async function createAccount(input: CreateAccountInput, origin: SessionOrigin): Promise<SignedIn> {
  const passwordHash = await hashPassword(input.password);
  const cookie = await namingTheTaken(() =>
    db.$transaction(async (client) => {
      const user = await createUser(client, input, passwordHash);
      return createSession({ ...user, lastFamilyId: null }, origin, client);
    }),
  );
  return signedIn(cookie);
}

/** An account and its family, on the free tier, with the caller as owner. @throws AppError 409 */
export async function signUpFamily(input: OrganizationSignupInput, origin: SessionOrigin): Promise<SignedIn> {
  const passwordHash = await hashPassword(input.password);
  const cookie = await namingTheTaken(() =>
    db.$transaction(async (client) => {
      const user = await createUser(client, input, passwordHash);
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
      return createSession({ ...user, lastFamilyId: family.id }, origin, client);
    }),
  );
  return signedIn(cookie);
}
