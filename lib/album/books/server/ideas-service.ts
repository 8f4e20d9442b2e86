import type { BookIdeaDto } from "@/lib/album/books/schema";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { hiddenPeople } from "@/lib/album/memories/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { db } from "@/lib/db";
import { listBirthdays } from "@/lib/family/birthdays/server/service";
import { dayInZone } from "@/lib/shared/day-in-zone";

/** A shorter book isn't worth printing. */
const leastPhotos = 24;
/** Printing and posting take a while, so calendars are suggested from October. */
const calendarFrom = 10;
const december = 12;

async function countOfYear(familyId: string, year: number): Promise<number> {
  const { _sum } = await db.mediaMonth.aggregate({ where: { familyId, year }, _sum: { itemCount: true } });
  return _sum.itemCount ?? 0;
}

/** Around New Year, a book of the past year; from October, a calendar of the next. Each until someone has made it. */
async function yearIdeas({ userId, familyId }: MemberActor, today: string): Promise<BookIdeaDto[]> {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const yearOver = month === december ? year : year - 1;
  const wanted = [
    ...(month === december || month === 1 ? ([["book", yearOver, yearOver]] as const) : []),
    ...(month >= calendarFrom ? ([["calendar", year + 1, year]] as const) : []),
  ];
  const ideas: BookIdeaDto[] = [];
  for (const [kind, of, photosOf] of wanted) {
    const made = await db.book.count({
      where: { familyId, kind, year: of, OR: [{ makerId: userId }, { isShared: true }] },
    });
    if (made > 0 || (await countOfYear(familyId, photosOf)) < leastPhotos) continue;
    ideas.push(
      kind === "book"
        ? {
            kind,
            title: `The year in photos: ${of}`,
            text: "A book of the best of each month, ready for you to look through.",
            source: { year: of },
          }
        : {
            kind,
            title: `A calendar for ${of}`,
            text: "Twelve of your best photos, with the family's birthdays in it.",
            source: { year: of },
          },
    );
  }
  return ideas;
}

/** Not of people whom the reader or the family doesn't want to be reminded of. */
async function birthdayIdeas(actor: MemberActor, today: string): Promise<BookIdeaDto[]> {
  const birthdays = await listBirthdays(actor, today);
  const [hidden] = await db.$queryRaw<{ ids: string[] | null }[]>`${hiddenPeople(actor)}`;
  const ideas: BookIdeaDto[] = [];
  for (const { memberId, displayName, isOwn } of birthdays) {
    if (hidden?.ids?.includes(memberId)) continue;
    const [{ count } = { count: 0 }] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM "MediaTag" t JOIN "Media" m ON m.id = t."mediaId"
        WHERE t."memberId" = ${memberId}::uuid AND ${visibleMediaSql(actor)} AND m."mediaType" = 'image'
        LIMIT ${leastPhotos}) found`;
    if (isOwn || count < leastPhotos) continue;
    ideas.push({
      kind: "book",
      title: `A book for ${displayName}'s birthday`,
      text: `The best photos with ${displayName}, year by year.`,
      source: { memberId },
    });
  }
  return ideas;
}

/** Books to suggest on a given day. @param date YYYY-MM-DD; today in the reader's time zone by default */
export async function listBookIdeas(actor: MemberActor, date?: string): Promise<BookIdeaDto[]> {
  const today = date ?? dayInZone(new Date(), (await getUserSettings(actor)).timeZone ?? undefined);
  return [...(await yearIdeas(actor, today)), ...(await birthdayIdeas(actor, today))];
}
