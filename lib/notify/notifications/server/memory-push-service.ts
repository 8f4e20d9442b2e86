import { daysLater, formatYearsAgo, onThisDayPath } from "@/lib/album/memories/days";
import type { Memory } from "@/lib/album/memories/schema";
import { listMemoriesWorthTelling } from "@/lib/album/memories/server/service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { defaultUserSettings } from "@/lib/core/settings/schema";
import { db } from "@/lib/db";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { dayInZone, hourInZone } from "@/lib/shared/day-in-zone";

/** A server that was down sends them late, but not once the day is half over. */
const lateHours = 3;
/** Longer than a year, so that next year's photo isn't the same one. */
const notAgainDays = 400;

interface Clock {
  timeZone: string | null;
  /** YYYY-MM-DD */
  day: string;
  hour: number;
}

/** The current day and hour in each of the users' time zones. */
async function readClocks(now: Date): Promise<Clock[]> {
  const zones = await db.$queryRaw<{ timeZone: string | null }[]>`
    SELECT DISTINCT settings ->> 'timeZone' AS "timeZone" FROM "User"`;
  return zones.map(({ timeZone }) => ({
    timeZone,
    day: dayInZone(now, timeZone ?? undefined),
    // UTC, as for the day, if the zone isn't known.
    hour: hourInZone(now, timeZone ?? undefined) ?? now.getUTCHours(),
  }));
}

/** The people in this time zone whose hour it is, and who haven't been notified on this day yet. */
async function listDueReaders({ timeZone, day, hour }: Clock): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM "User" u
    WHERE u.settings ->> 'timeZone' IS NOT DISTINCT FROM ${timeZone} AND u."suspendedAt" IS NULL
      AND COALESCE(u.settings #>> '{notifications,onThisDay}', 'true') <> 'false'
      AND COALESCE((u.settings ->> 'memoryHour')::int, ${defaultUserSettings.memoryHour}::int)
        BETWEEN ${hour - lateHours + 1}::int AND ${hour}::int
      AND EXISTS (SELECT 1 FROM "Membership" m WHERE m."userId" = u.id)
      AND NOT EXISTS (SELECT 1 FROM "MemoryPush" sent WHERE sent."userId" = u.id AND sent."sentOn" = ${day}::date)
    ORDER BY u.id`;
  return rows.map(({ id }) => id);
}

/** The best memory of all their families that they haven't been notified of; null if nothing is worth it. */
async function findMemory(userId: string, day: string): Promise<{ familyId: string; memory: Memory } | null> {
  const [families, sent] = await Promise.all([
    db.membership.findMany({
      where: { userId, family: { suspendedAt: null } },
      select: { familyId: true },
      orderBy: [{ joinedAt: "asc" }, { familyId: "asc" }],
    }),
    db.memoryPush.findMany({
      where: { userId, sentOn: { gt: new Date(daysLater(day, -notAgainDays)) } },
      select: { mediaId: true },
    }),
  ]);
  const known = new Set(sent.map(({ mediaId }) => mediaId));
  let best: { familyId: string; memory: Memory } | null = null;
  for (const { familyId } of families) {
    const [memory] = await listMemoriesWorthTelling({ userId, familyId }, day, known);
    if (memory && (!best || memory.worth > best.memory.worth)) best = { familyId, memory };
  }
  return best;
}

/** @returns whether they were notified */
async function notifyReader(userId: string, day: string): Promise<boolean> {
  const found = await findMemory(userId, day);
  if (!found) return false;
  const { familyId, memory } = found;
  return db.$transaction(async (client) => {
    // Only the worker that writes this row notifies; the row and the notification commit together.
    const isFirst = await client.$executeRaw`
      INSERT INTO "MemoryPush" ("userId", "sentOn", "mediaId")
      VALUES (${userId}::uuid, ${day}::date, ${memory.item.id}::uuid) ON CONFLICT DO NOTHING`;
    if (isFirst === 0) return false;
    const event = {
      kind: "onThisDay",
      familyId,
      actorId: null,
      title: "On this day",
      message: `${formatYearsAgo(memory.yearsAgo)} today`,
      url: onThisDayPath(day),
      mediaId: memory.item.id,
      eventKey: `on-this-day:${day}`,
    } as const;
    return (await notify(event, [userId], { client })) > 0;
  });
}

/**
 * Notifies everyone whose hour it is of their day's best memory, if there is one worth it: once a day, however many
 * workers there are. Any number of them may call this at any time.
 * @returns how many people were notified
 */
export async function sendMemories(now = new Date()): Promise<number> {
  let sent = 0;
  for (const clock of await readClocks(now)) {
    for (const userId of await listDueReaders(clock)) if (await notifyReader(userId, clock.day)) sent++;
  }
  return sent;
}

/** Deletes entries too old to matter. */
export async function removeOldMemoryPushes(now = new Date()): Promise<void> {
  const before = new Date(daysLater(now.toISOString().slice(0, 10), -notAgainDays - 2));
  await db.memoryPush.deleteMany({ where: { sentOn: { lt: before } } });
}

export const sendMemoriesTask = defineTask("memories.send", noPayload, () => sendMemories());
