import { findWeekMemory, type MemoryReader } from "@/lib/album/memories/server/service";
import { sendMail } from "@/lib/core/messages/server/service";
import { suppressNews } from "@/lib/core/messages/server/suppression-service";
import { readUserSettings } from "@/lib/core/settings/schema";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { badInput } from "@/lib/http/errors";
import { sendLetters } from "@/lib/notify/digest/server/letter-service";
import { dueDigest } from "@/lib/notify/digest/server/moment";
import {
  readUnsubscribeToken,
  type UnsubscribeKind,
  unsubscribeToken,
} from "@/lib/notify/digest/server/unsubscribe-token";
import { getFamilyWeek } from "@/lib/notify/digest/server/week-service";
import { describeWeek, type FamilyWeek } from "@/lib/notify/digest/server/week-text";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { dayInZone } from "@/lib/shared/day-in-zone";
import { formatDay } from "@/lib/shared/day-text";
import { dayMs } from "@/lib/shared/units";

const weekMs = 7 * dayMs;
/** The maximum number of families that a mail names individually. */
const namedFamilies = 3;
/** Number of people whose mails are written in one transaction. */
const atOnce = 20;

interface Recipient {
  id: string;
  username: string;
  email: string;
  settings: unknown;
}

/**
 * Writes the weekly e-mail to all subscribers with a confirmed address who have not got it since it was due. Any number
 * of workers may call this at any time.
 * @returns how many mails were written
 */
export async function sendDigests(now = new Date()): Promise<number> {
  const due = dueDigest(now);
  if (!due) return 0;
  let sent = 0;
  for (;;) {
    const { claimed, written } = await sendSomeDigests(due, now);
    sent += written;
    if (claimed < atOnce) return sent;
  }
}

async function sendSomeDigests(due: Date, now: Date): Promise<{ claimed: number; written: number }> {
  return db.$transaction(
    async (client) => {
      // This one statement decides which worker writes to whom: it skips rows that another worker has locked and will
      // mark when it is done. The mails and the mark commit together or not at all.
      const recipients = await client.$queryRaw<Recipient[]>`
        UPDATE "User" SET "digestSentAt" = ${now}::timestamptz
        WHERE id IN (
          SELECT id FROM "User"
          WHERE settings ->> 'digest' = 'true' AND email IS NOT NULL AND "emailConfirmedAt" IS NOT NULL
            AND "suspendedAt" IS NULL
            AND ("digestSentAt" IS NULL OR "digestSentAt" < ${due}::timestamptz)
          ORDER BY id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
        RETURNING id, username, email, settings`;
      let written = 0;
      for (const recipient of recipients) if (await writeDigest(client, recipient, now)) written++;
      return { claimed: recipients.length, written };
    },
    { timeout: 60_000, maxWait: 10_000 },
  );
}

/** The best memory of the person's week, with its date as they write dates. */
async function findMemory(reader: MemoryReader, settings: unknown, now: Date): Promise<FamilyWeek["memory"]> {
  const { timeZone, locale } = readUserSettings(settings);
  const found = await findWeekMemory(reader, dayInZone(now, timeZone ?? undefined));
  const { takenAt } = found?.memory.item ?? {};
  if (!found || !takenAt) return null;
  return { day: formatDay(new Date(`${takenAt}Z`), "UTC", locale), yearsAgo: found.memory.yearsAgo };
}

/** @returns false if nothing happened in any of the person's families */
async function writeDigest(
  client: Prisma.TransactionClient,
  { id, username, email, settings }: Recipient,
  now: Date,
): Promise<boolean> {
  const memberships = await client.membership.findMany({
    where: { userId: id, family: { suspendedAt: null } },
    select: { familyId: true },
    orderBy: [{ joinedAt: "asc" }, { familyId: "asc" }],
  });
  const since = new Date(now.getTime() - weekMs);
  const weeks: string[] = [];
  for (const { familyId } of memberships) {
    const week = await getFamilyWeek(familyId, since, now);
    const isQuiet = describeWeek(week) === null;
    const memory = isQuiet ? null : await findMemory({ userId: id, familyId }, settings, now);
    const text = describeWeek({ ...week, memory });
    if (text) weeks.push(text);
  }
  const [first, second = "", third = ""] = weeks;
  if (first === undefined) return false;
  const others = weeks.slice(namedFamilies).join(" ");
  const unsubscribeUrl = `${appUrl()}/api/unsubscribe?token=${unsubscribeToken(id)}`;
  const values = { username, first, second, third, others, url: `${appUrl()}/`, unsubscribeUrl };
  await sendMail("weeklyDigest", email, values, client);
  return true;
}

/** The link's owner, and what it unsubscribes from. @throws AppError 400 for a link that we never sent */
export function requireUnsubscribeLink(token: string): { userId: string; kind: UnsubscribeKind } {
  const link = readUnsubscribeToken(token);
  if (link) return link;
  const message = "This link is incomplete. Please open it from the email again, or use Settings.";
  throw badInput("token", message);
}

/**
 * Unsubscribes the link's owner from the weekly e-mail or the news; repeating it changes nothing.
 * @returns which of them
 * @throws AppError 400 for a link that we never sent
 */
export async function unsubscribe(token: string): Promise<UnsubscribeKind> {
  const { userId, kind } = requireUnsubscribeLink(token);
  if (kind === "news") {
    await suppressNews(userId);
    return kind;
  }
  if (kind === "letter") {
    await db.membership.updateMany({ where: { userId, hasLetter: true }, data: { hasLetter: false } });
    return kind;
  }
  await db.$executeRaw`
    UPDATE "User" SET settings = settings || '{"digest": false}'::jsonb, "updatedAt" = now()
    WHERE id = ${userId}::uuid AND settings ->> 'digest' = 'true'`;
  return kind;
}

/** Writes the weekly e-mails and letters that are due. */
export const sendDigestsTask = defineTask("digest.send", noPayload, async () => {
  await sendDigests();
  await sendLetters();
});
