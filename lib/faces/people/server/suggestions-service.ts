import { requireVisibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { SuggestionsDto } from "@/lib/album/tags/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownPersonName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import type { BatchSuggestionsDto } from "@/lib/faces/people/schema";
import { hashtagsForLabels } from "@/lib/faces/recognition/server/label-hashtags";
import {
  getRecognitionSettings,
  type RecognitionChoice,
} from "@/lib/faces/recognition/server/settings-service";
import { unanalyzedPictures } from "@/lib/faces/recognition/server/unread-query";
import { Prisma } from "@/lib/generated/prisma/client";
import { isRecognitionAvailable } from "@/lib/platform/recognition/recognition";
import { isUuid } from "@/lib/shared/uuid";

interface FaceRow {
  id: string;
  mediaId: string;
  left: number;
  top: number;
  width: number;
  height: number;
  groupId: string;
  memberId: string | null;
  name: string | null;
}

/**
 * The faces in these pictures to ask about, largest first: in groups that aren't hidden, and of people not tagged on
 * them already.
 */
function askableFaces(actor: MemberActor, mediaIds: readonly string[]): Promise<FaceRow[]> {
  return db.$queryRaw<FaceRow[]>`
    SELECT f.id, f."mediaId", f."left", f.top, f.width, f.height, g.id AS "groupId", g."memberId",
      ${shownPersonName} AS name
    FROM "Face" f
    JOIN "FaceGroup" g ON g.id = f."groupId" AND NOT g."isHidden"
    JOIN "Media" m ON m.id = f."mediaId" AND m."deletedAt" IS NULL
    LEFT JOIN "FamilyMember" p ON p.id = g."memberId"
    WHERE f."mediaId" = ANY(${[...mediaIds]}::uuid[]) AND f."familyId" = ${actor.familyId}::uuid
      AND NOT EXISTS (SELECT 1 FROM "MediaTag" t
        WHERE t."mediaId" = f."mediaId" AND t."memberId" = g."memberId")
    ORDER BY f.width * f.height DESC, f.id`;
}

interface LabelRow {
  mediaId: string;
  labels: string[];
  hashtags: string[];
}

/** What was recognised in these pictures, besides the hashtags that they have. */
function readLabels(actor: MemberActor, mediaIds: readonly string[]): Promise<LabelRow[]> {
  return db.$queryRaw<LabelRow[]>`
    SELECT r."mediaId", r.labels,
      ARRAY(SELECT h.hashtag FROM "MediaHashtag" h WHERE h."mediaId" = r."mediaId") AS hashtags
    FROM "MediaRecognition" r JOIN "Media" m ON m.id = r."mediaId" AND m."deletedAt" IS NULL
    WHERE r."mediaId" = ANY(${[...mediaIds]}::uuid[]) AND r."familyId" = ${actor.familyId}::uuid
      AND r."labelsReadAt" IS NOT NULL`;
}

function offeredHashtags({ labels, hashtags }: LabelRow): string[] {
  return hashtagsForLabels(labels).filter((hashtag) => !hashtags.includes(hashtag));
}

const boxOf = ({ left, top, width, height }: FaceRow) => ({ left, top, width, height });

const nothing: SuggestionsDto = { people: [], unnamed: [], labels: [] };

/**
 * The people and things a picture seems to show: suggested as tags and hashtags, never applied automatically. Empty if
 * the family has turned it off.
 * @throws AppError 404
 */
export async function getSuggestions(actor: MemberActor, mediaId: string): Promise<SuggestionsDto> {
  await requireVisibleMedia(actor, mediaId);
  const settings = await getRecognitionSettings(actor.familyId);
  if (!settings.faces && !settings.labels) return nothing;
  const [faces, labels] = await Promise.all([
    settings.faces ? askableFaces(actor, [mediaId]) : [],
    settings.labels ? readLabels(actor, [mediaId]) : [],
  ]);
  const asked = new Set<string>();
  const people = faces.flatMap((face) => {
    if (!face.memberId || !face.name || asked.has(face.memberId)) return [];
    asked.add(face.memberId);
    return [{ memberId: face.memberId, name: face.name, faceId: face.id, box: boxOf(face) }];
  });
  const unnamed = faces
    .filter(({ memberId }) => memberId === null)
    .map((face) => ({ groupId: face.groupId, faceId: face.id, box: boxOf(face) }));
  return { people, unnamed, labels: labels.flatMap(offeredHashtags) };
}

/** The maximum number of groups to ask about per batch: those seen in the most pictures. */
const maxGroups = 12;
const maxLabels = 12;

/** The same for a batch of new pictures. Pictures that are not the family's are ignored. */
export async function getBatchSuggestions(
  actor: MemberActor,
  mediaIds: readonly string[],
): Promise<BatchSuggestionsDto> {
  const settings = await getRecognitionSettings(actor.familyId);
  const ids = [...new Set(mediaIds.filter(isUuid))];
  if (ids.length === 0 || (!settings.faces && !settings.labels))
    return { waiting: 0, labels: [], groups: [] };
  const [waiting, faces, labels] = await Promise.all([
    countWaiting(actor, ids, settings),
    settings.faces ? askableFaces(actor, ids) : [],
    settings.labels ? readLabels(actor, ids) : [],
  ]);
  return { waiting, labels: suggestedLabels(labels), groups: suggestedGroups(faces) };
}

/** Pictures that the worker still has to analyse, now or once their thumbnails are made. */
async function countWaiting(
  actor: MemberActor,
  ids: readonly string[],
  settings: RecognitionChoice,
): Promise<number> {
  if (!isRecognitionAvailable()) return 0;
  const asked = Prisma.sql`m.id = ANY(${[...ids]}::uuid[])`;
  const [counted] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT (SELECT count(*) ${unanalyzedPictures(actor.familyId, settings)} AND ${asked})::int
      + (SELECT count(*) FROM "Media" m WHERE ${asked} AND ${visibleMediaSql(actor)} AND m.derivatives = 'pending')::int AS waiting`;
  return counted?.waiting ?? 0;
}

const byPictures = (one: { mediaIds: string[] }, other: { mediaIds: string[] }) =>
  other.mediaIds.length - one.mediaIds.length;

function suggestedLabels(rows: readonly LabelRow[]): BatchSuggestionsDto["labels"] {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    for (const hashtag of offeredHashtags(row)) {
      const mediaIds = found.get(hashtag);
      if (mediaIds) mediaIds.push(row.mediaId);
      else found.set(hashtag, [row.mediaId]);
    }
  }
  return [...found]
    .map(([hashtag, mediaIds]) => ({ hashtag, mediaIds }))
    .sort((one, other) => byPictures(one, other) || one.hashtag.localeCompare(other.hashtag))
    .slice(0, maxLabels);
}

function suggestedGroups(faces: readonly FaceRow[]): BatchSuggestionsDto["groups"] {
  const found = new Map<string, BatchSuggestionsDto["groups"][number]>();
  for (const { id, groupId, name, memberId, mediaId } of faces) {
    const group = found.get(groupId) ?? { groupId, name, memberId, faceId: id, mediaIds: [] };
    if (!group.mediaIds.includes(mediaId)) group.mediaIds.push(mediaId);
    found.set(groupId, group);
  }
  return [...found.values()].sort(byPictures).slice(0, maxGroups);
}
