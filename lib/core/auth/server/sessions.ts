import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "@/lib/core/auth/server/actor";
import { type ActorRow, actorOfRow, personColumns } from "@/lib/core/auth/server/actor-row";
import { endKeysOf, forgetKeys } from "@/lib/core/auth/server/personal-keys";
import { endScreensOf, forgetScreens } from "@/lib/core/auth/server/screens";
import {
  decodeSessionCookie,
  encodeSessionCookie,
  sessionCookieIn,
  sessionMaxAgeSeconds,
} from "@/lib/core/auth/server/session-cookie";
import { databasePool, db, type Prisma } from "@/lib/db";
import type { SignInMethod } from "@/lib/generated/prisma/enums";
import { accountSuspended, notSignedIn } from "@/lib/http/errors";
import { Cache } from "@/lib/platform/cache";
import { processWide } from "@/lib/shared/process-wide";

/** A session unused for this many days has ended. */
export const idleDays = 30;
/** How long an answer about a session may be reused; a revocation on this server drops it at once. */
const cacheMs = 2_000;
const maxCached = 5_000;

// Process-wide, so signing out reaches every bundle.
const { actors, tokens } = processWide("sessions", () => ({
  actors: new Cache<Actor>({ maxItems: maxCached, maxAgeMs: cacheMs, name: "actors" }),
  tokens: new Cache<string>({ maxItems: maxCached }),
}));

const hashToken = (token: string) => createHash("sha256").update(token).digest();

interface SessionRow extends ActorRow {
  sessionId: string;
  isDirectAccess: boolean;
  isStale: boolean;
}

/** In SQL, whether session s of person u is an adult's and was opened by an admin's link. */
export const isDirectAccess = `(s.method = 'directAccess' AND NOT u."isChild")`;

// A single statement, as it runs on every request: session, person, membership of the current family, tier. A
// membership that has ended leaves familyId and role null: removed people are out at the next request.
const findSession = `
  SELECT ${personColumns}, s.id AS "sessionId", ${isDirectAccess} AS "isDirectAccess",
         s."lastSeenAt" < now() - interval '1 hour' AS "isStale"
  FROM "Session" s
  JOIN "User" u ON u.id = s."userId"
  LEFT JOIN "Membership" m ON m."userId" = u.id AND m."familyId" = s."familyId" AND NOT u."isSuperAdmin"
  LEFT JOIN "Family" f ON f.id = m."familyId"
  WHERE s."tokenHash" = $1 AND u."suspendedAt" IS NULL AND s."expiresAt" > now() AND s."lastSeenAt" > now() - interval '${idleDays} days'`;

async function loadActor(token: string): Promise<Actor | null> {
  const found = await databasePool().query<SessionRow>({
    name: "session",
    text: findSession,
    values: [hashToken(token)],
  });
  const row = found.rows[0];
  if (!row) return null;
  if (row.isStale) {
    await db.session.updateMany({ where: { id: row.sessionId }, data: { lastSeenAt: new Date() } });
  }
  const { sessionId, isDirectAccess } = row;
  return actorOfRow(row, { sessionId, key: null, screenId: null, isDirectAccess });
}

/** Who sent this Cookie header, if that was looked up a moment ago; null when it must be looked up. */
export function getCachedActor(cookieHeader: string | null | undefined, isSecure: boolean): Actor | null {
  const cookie = sessionCookieIn(cookieHeader, isSecure);
  return (cookie && actors.get(cookie)) || null;
}

/** Who sent this Cookie header; null for nobody. @param isSecure whether it came over https (isSecureRequest) */
export async function actorFromCookies(
  cookieHeader: string | null | undefined,
  isSecure: boolean,
): Promise<Actor | null> {
  const cookie = sessionCookieIn(cookieHeader, isSecure);
  return cookie ? actorOfSession(cookie) : null;
}

/** The owner of the session named in a cookie's value. */
export function actorOfSession(cookie: string): Promise<Actor | null> {
  return actors.load(cookie, async () => {
    const token = await tokens.load(cookie, async () => (await decodeSessionCookie(cookie))?.token ?? null);
    return token === null ? null : loadActor(token);
  });
}

/** Drops this server's cached answers about these sessions, and about keys and screens. */
export function forgetSessions(matches: (actor: Actor) => boolean): void {
  actors.invalidateWhere(matches);
  forgetKeys(matches);
  forgetScreens(matches);
}

export interface SessionOrigin {
  userAgent: string | null;
  ipAddress: string | null;
  /** How the person proved who they are; `password` by default. */
  method?: SignInMethod;
}

/** Every sign-in method ends here, once the proof is given: a suspension is never revealed before that. */
async function requireNotSuspended(userId: string, client: Prisma.TransactionClient): Promise<void> {
  const user = await client.user.findUnique({
    where: { id: userId },
    select: { suspendedAt: true, suspendedReason: true },
  });
  if (user?.suspendedAt) throw accountSuspended(user.suspendedReason ?? "");
}

/**
 * Opens a session in the person's last family.
 * @returns the cookie's value
 * @throws AppError 403 account_suspended
 */
export async function createSession(
  user: { id: string; isSuperAdmin: boolean; lastFamilyId: string | null },
  origin: SessionOrigin,
  client: Prisma.TransactionClient = db,
): Promise<string> {
  await requireNotSuspended(user.id, client);
  const token = randomBytes(32).toString("base64url");
  await client.session.create({
    data: {
      tokenHash: hashToken(token),
      userId: user.id,
      familyId: user.lastFamilyId,
      method: origin.method ?? "password",
      userAgent: origin.userAgent?.slice(0, 300) ?? null,
      ipAddress: origin.ipAddress,
      expiresAt: new Date(Date.now() + sessionMaxAgeSeconds * 1000),
    },
    select: { id: true },
  });
  return encodeSessionCookie({ token, isSuperAdmin: user.isSuperAdmin });
}

/** Ends a session; it never works again. */
export async function endSession(sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId } });
  forgetSessions((actor) => actor.sessionId === sessionId);
}

/**
 * Locks the person's row, so that concurrent requests count each other's keys, and makes sure that their session hasn't
 * ended since the request came in. Whatever ends sessions deletes keys and screens after them: either it comes first and
 * is seen here, or it waits and deletes what this transaction adds.
 * @throws AppError 401
 */
export async function lockSignedIn(
  client: Prisma.TransactionClient,
  { userId, sessionId }: Pick<Actor, "userId" | "sessionId">,
): Promise<void> {
  await client.$executeRaw`SELECT 1 FROM "User" WHERE id = ${userId}::uuid FOR UPDATE`;
  const open = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM "Session" WHERE id = ${sessionId}::uuid AND "userId" = ${userId}::uuid FOR KEY SHARE`;
  if (open.length === 0) throw notSignedIn();
}

/**
 * Ends all of someone's sessions (or all but one), personal keys, TVs and frames; they never work again. Inside a
 * transaction, call `forgetSessions` after the commit: this server would otherwise keep accepting them for a few
 * seconds.
 * @returns how many sessions there were
 */
export async function endSessionsOf(
  userId: string,
  options: { except?: string; client?: Prisma.TransactionClient } = {},
): Promise<number> {
  const client = options.client ?? db;
  const { count } = await client.session.deleteMany({
    where: { userId, ...(options.except ? { id: { not: options.except } } : {}) },
  });
  await endKeysOf(userId, client);
  await endScreensOf(userId, client);
  forgetSessions((actor) => actor.userId === userId && actor.sessionId !== options.except);
  return count;
}
