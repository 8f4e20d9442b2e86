import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { personNameOf, personNameSelect, shownName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import type { FamilyWeek } from "@/lib/notify/digest/server/week-text";
import { nextBirthdays } from "@/lib/shared/next-birthday";

const comingDays = 7;

interface Uploader {
  name: string;
  photos: number;
  videos: number;
}

/** The people who uploaded since then, with their numbers, most first. People whose account is deleted have no name. */
function readUploaders(familyId: string, since: Date): Promise<Uploader[]> {
  return db.$queryRaw<Uploader[]>`
    SELECT COALESCE(${shownName}, '') AS name,
           count(*) FILTER (WHERE m."mediaType" = 'image')::int AS photos,
           count(*) FILTER (WHERE m."mediaType" = 'video')::int AS videos
    FROM "Media" m LEFT JOIN "User" u ON u.id = m."uploaderId"
    LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = m."familyId"
    WHERE ${visibleMediaSql({ familyId })} AND m."uploadDate" >= ${since}::timestamptz
    GROUP BY 1 ORDER BY count(*) DESC, 1`;
}

/** What has happened in a family since then, and the upcoming birthdays of those it doesn't leave out of memories. */
export async function getFamilyWeek(familyId: string, since: Date, now: Date): Promise<FamilyWeek> {
  const [family, uploaders, comments] = await Promise.all([
    db.family.findUniqueOrThrow({
      where: { id: familyId },
      select: {
        name: true,
        persons: {
          where: { birthDate: { not: null }, leftOutOfMemories: false },
          select: { ...personNameSelect, birthDate: true },
        },
        notices: {
          where: { isActive: true, createdAt: { gte: since } },
          select: { title: true },
          orderBy: { createdAt: "desc" },
          take: 50,
        },
      },
    }),
    readUploaders(familyId, since),
    db.comment.count({
      where: { familyId, importedPersonId: null, createdAt: { gte: since }, media: { deletedAt: null } },
    }),
  ]);
  const today = now.toISOString().slice(0, 10);
  // One at a time: nextBirthdays only returns the nearest of those it is given.
  const birthdays = family.persons
    .flatMap((person) =>
      nextBirthdays(
        [{ name: personNameOf(person), birthDate: person.birthDate?.toISOString().slice(0, 10) ?? null }],
        today,
      ),
    )
    .filter(({ inDays }) => inDays < comingDays)
    .sort((one, other) => one.inDays - other.inDays)
    .map(({ person, day }) => ({ name: person.name, day }));
  return {
    familyName: family.name,
    photos: uploaders.reduce((sum, { photos }) => sum + photos, 0),
    videos: uploaders.reduce((sum, { videos }) => sum + videos, 0),
    uploaders: uploaders.map(({ name }) => name).filter(Boolean),
    comments,
    notices: family.notices.map(({ title }) => title),
    birthdays,
  };
}
