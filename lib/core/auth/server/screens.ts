import type { Actor } from "@/lib/core/auth/server/actor";
import { type ActorRow, actorOfRow, personColumns } from "@/lib/core/auth/server/actor-row";
import { hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { databasePool, type Prisma } from "@/lib/db";
import { hostCookieIn, hostSetCookie } from "@/lib/http/request-cookies";
import { Cache } from "@/lib/platform/cache";
import { processWide } from "@/lib/shared/process-wide";

/** A TV or frame, which shows what the person who paired it may see. */
export interface ScreenActor extends Actor {
  screenId: string;
}

const cookieName = "keepsake-screen";
/** The longest that browsers allow; renewed while the screen is on. */
const maxAgeSeconds = 400 * 86_400;
/** As for sessions: how long an answer may be reused. */
const cacheMs = 2_000;

const { actors } = processWide("screens", () => ({
  actors: new Cache<ScreenActor>({ maxItems: 1_000, maxAgeMs: cacheMs, name: "screen actors" }),
}));

// As for a personal key, every lookup reads the person, the membership the screen belongs to, and its family.
const findScreen = `
  SELECT ${personColumns}, s.id AS "screenId"
  FROM "Screen" s
  JOIN "User" u ON u.id = s."userId"
  JOIN "Membership" m ON m."userId" = s."userId" AND m."familyId" = s."familyId"
  JOIN "Family" f ON f.id = s."familyId"
  WHERE s."secretHash" = $1 AND u."suspendedAt" IS NULL AND NOT u."isChild" AND NOT u."isSuperAdmin"`;

async function loadActor(hash: Uint8Array): Promise<ScreenActor | null> {
  const { rows } = await databasePool().query<ActorRow & { screenId: string }>({
    name: "screen",
    text: findScreen,
    values: [hash],
  });
  const [row] = rows;
  if (!row) return null;
  const { screenId } = row;
  const actor = actorOfRow(row, { sessionId: screenId, key: null, screenId, isDirectAccess: false });
  // A screen only shows the album, whatever else the person is allowed to do in it.
  return { ...actor, role: actor.role && "member", isAdmin: false, screenId };
}

/** The screen with this secret; null if it isn't paired, or no longer is. */
export async function actorOfScreen(secret: string): Promise<ScreenActor | null> {
  if (secret.length > 100) return null;
  const hash = hashSecret(secret);
  return actors.load(Buffer.from(hash).toString("base64"), () => loadActor(hash));
}

export const screenSecretIn = (cookieHeader: string | null | undefined, isSecure: boolean) =>
  hostCookieIn(cookieHeader, cookieName, isSecure);

/** The Set-Cookie header's value that keeps a device paired as this screen. */
export const screenSetCookie = (secret: string, isSecure: boolean) =>
  hostSetCookie(cookieName, secret, { isSecure, maxAgeSeconds });

/** Drops this server's cached answers about these screens. */
export function forgetScreens(matches: (actor: ScreenActor) => boolean): void {
  actors.invalidateWhere(matches);
}

/** Ends all of someone's screens. */
export async function endScreensOf(userId: string, client: Prisma.TransactionClient): Promise<void> {
  await client.screen.deleteMany({ where: { userId } });
}
