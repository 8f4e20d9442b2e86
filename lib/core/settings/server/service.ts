import type { Actor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { allowNews } from "@/lib/core/messages/server/suppression-service";
import { readUserSettings, type UserSettingsDto, type UserSettingsInput } from "@/lib/core/settings/schema";
import { db, type Prisma } from "@/lib/db";
import { notFound, notSignedIn } from "@/lib/http/errors";
import { isTimeZone } from "@/lib/shared/day-in-zone";
import type { FormatLocale } from "@/lib/shared/format-locales";

/** With defaults for settings never chosen; null when the account is gone. */
export async function findUserSettings(actor: Actor): Promise<UserSettingsDto | null> {
  const user = await db.user.findUnique({ where: { id: actor.userId }, select: { settings: true } });
  return user && readUserSettings(user.settings);
}

/** @throws AppError 401 when the account is gone */
export async function getUserSettings(actor: Actor): Promise<UserSettingsDto> {
  const settings = await findUserSettings(actor);
  if (!settings) throw notSignedIn();
  return settings;
}

/** How dates and amounts are written in a message to this person; the default if the account is gone. */
export async function getFormatLocale(
  userId: string | null,
  client: Prisma.TransactionClient = db,
): Promise<FormatLocale> {
  const user = userId
    ? await client.user.findUnique({ where: { id: userId }, select: { settings: true } })
    : null;
  return readUserSettings(user?.settings).locale;
}

/**
 * Changes the fields sent and leaves the rest, in one statement, so two devices changing different settings at the same
 * moment both succeed.
 * @throws AppError 401 when the account is gone
 */
export async function updateUserSettings(actor: Actor, input: UserSettingsInput): Promise<UserSettingsDto> {
  const { notifications = {}, ...values } = input;
  const rows = await db.$queryRaw<{ settings: unknown }[]>`
    UPDATE "User"
    SET settings = settings || ${JSON.stringify(values)}::jsonb || jsonb_build_object(
          'notifications',
          COALESCE(settings -> 'notifications', '{}'::jsonb) || ${JSON.stringify(notifications)}::jsonb),
        "updatedAt" = now()
    WHERE id = ${actor.userId}::uuid
    RETURNING settings`;
  const [row] = rows;
  if (!row) throw notSignedIn();
  // Lists must reflect it at once.
  if (input.showsStacks !== undefined) forgetSessions(({ userId }) => userId === actor.userId);
  if (input.news) await allowNews(actor.userId);
  return readUserSettings(row.settings);
}

/** Stores a new time zone of someone's browser; an invalid one is ignored. */
export async function rememberTimeZone({ userId }: Actor, timeZone: string): Promise<void> {
  if (!isTimeZone(timeZone)) return;
  await db.$executeRaw`
    UPDATE "User" SET settings = settings || jsonb_build_object('timeZone', ${timeZone}::text)
    WHERE id = ${userId}::uuid AND settings ->> 'timeZone' IS DISTINCT FROM ${timeZone}`;
}

/** The id in an address must be the caller's own (api.md, Caller). @throws AppError 404 */
export function requireOwnId(actor: Actor, id: string): void {
  if (id !== actor.userId) throw notFound();
}
