import { shownKey } from "@/lib/album/media/server/storage-keys";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { listBestPhotosSince, type MemoryReader } from "@/lib/album/memories/server/service";
import { personNameOf, personNameSelect } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { chooseQuestion } from "@/lib/notify/digest/questions";
import { getFamilyWeek } from "@/lib/notify/digest/server/week-service";
import { sentencesOf } from "@/lib/notify/digest/server/week-text";
import { getStorage } from "@/lib/platform/storage/storage";
import { excerpt } from "@/lib/shared/excerpt";
import { dayMs, mebibyte } from "@/lib/shared/units";

const weekMs = 7 * dayMs;
const mostPhotos = 6;
/**
 * The limit for all photos of a letter: mail servers reject much larger mails, and phones fetch them over any
 * connection.
 */
const mostBytes = 3 * mebibyte;

export interface LetterPhoto {
  mediaId: string;
  /** The storage key of its medium image, a JPEG. */
  key: string;
  caption: string;
}

export interface LetterContent {
  familyName: string;
  /** The week's events, as text. */
  week: string;
  /** The question is about the first one. */
  photos: LetterPhoto[];
  question: string;
  /** The question as stored, so that it isn't repeated next time. */
  asked: string;
}

/** As many of these photos as fit into a mail, with the name of the person in the first. */
async function readPhotos(reader: MemoryReader, ids: readonly string[]) {
  const rows = await db.media.findMany({
    where: { id: { in: [...ids] }, ...visibleMedia(reader) },
    select: {
      ...{ id: true, familyId: true, edits: true, editVersion: true, description: true },
      tags: {
        select: { member: { select: { ...personNameSelect, userId: true } } },
        orderBy: [{ createdAt: "asc" }, { memberId: "asc" }],
      },
    },
  });
  const photos: LetterPhoto[] = [];
  let bytes = 0;
  let name: string | null = null;
  for (const id of ids) {
    const row = rows.find((one) => one.id === id);
    const key = row && shownKey(row, "medium");
    const stored = key === undefined ? null : await getStorage().stat(key);
    if (!row || key === undefined || !stored || bytes + stored.bytes > mostBytes) continue;
    bytes += stored.bytes;
    // Nobody is asked about themselves.
    const tag = row.tags.find(({ member }) => member.userId !== reader.userId);
    if (photos.length === 0 && tag) name = personNameOf(tag.member);
    photos.push({ mediaId: id, key, caption: excerpt(row.description) });
  }
  return { photos, name };
}

/**
 * A family's week as a letter to one member; null if no photo was added, since a letter without one isn't worth
 * sending.
 * @param last the previous question
 */
export async function readLetter(
  reader: MemoryReader,
  last: string | null,
  now: Date,
): Promise<LetterContent | null> {
  const since = new Date(now.getTime() - weekMs);
  const ids = await listBestPhotosSince(reader, since, mostPhotos);
  const { photos, name } = await readPhotos(reader, ids);
  if (photos.length === 0) return null;
  const week = await getFamilyWeek(reader.familyId, since, now);
  const { text: question, asked } = chooseQuestion(name, last, Math.floor(now.getTime() / weekMs));
  return { familyName: week.familyName, week: sentencesOf(week).join(" "), photos, question, asked };
}
