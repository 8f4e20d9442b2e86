import { heartCountOf } from "@/lib/album/media/server/heart-count";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { copiesOf } from "@/lib/album/similar/server/service";
import { likenessOfHash, toneOf } from "@/lib/album/similar/server/shot";
import { type FoundStack, findStacks, type StackPhoto } from "@/lib/album/stacks/find-stacks";
import { lockStacks, writeStack } from "@/lib/album/stacks/server/locked-stacks";
import { hasEditedName, sharedStem } from "@/lib/album/stacks/stack-names";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { isRaw } from "@/lib/shared/raw-photo";

const batchSize = 40;
/** One worker runs this every minute. */
const runMs = 30_000;
/** How far before or after a photo the other shots of its burst, and other files of its shot, can be. */
const near = Prisma.sql`interval '30 seconds'`;
const maxNear = 120;
/** Without a time, files of one shot are uploaded together. */
const batch = Prisma.sql`interval '15 minutes'`;
/** Enough copies of one picture. */
const maxCopies = 100;

interface CandidateRow {
  id: string;
  fileName: string;
  uploaderId: string | null;
  uploadDate: Date;
  mimeType: string;
  bytes: number;
  width: number;
  height: number;
  takenAt: Date | null;
  isEdited: boolean;
  camera: string | null;
  isPaper: boolean;
  isDark: boolean;
  differenceHash: bigint | null;
  tone: number;
  sharpness: number;
  hearts: number;
  coveredById: string | null;
  isDecided: boolean;
}

interface Waiting {
  id: string;
  fileName: string;
  mimeType: string;
  takenAt: Date | null;
}

/**
 * The beginning of the names to look for if only names show what belongs together; null for everything else, since a
 * large import has many neighbours.
 */
const wantedStem = ({ fileName, mimeType, takenAt }: Waiting) =>
  takenAt === null && (isRaw({ mimeType }) || hasEditedName(fileName)) ? sharedStem(fileName) : null;

/** An edited copy's name begins or ends differently, as in `sharedStem`, so only the beginnings are compared. */
const beginsWithStem = Prisma.sql`starts_with(regexp_replace(lower(c."fileName"), '^img_e(?=[0-9]{4})', 'img_'), w.stem)`;

/**
 * These photos and the family's others that could be stacked with them: the same picture, taken within seconds, or with
 * the same name and upload time; including what is already stacked with them.
 */
export function stackCandidates(familyId: string, waiting: readonly Waiting[]): Prisma.Sql {
  const ids = waiting.map(({ id }) => id);
  const stems = waiting.map(wantedStem);
  return Prisma.sql`
    WITH wanted AS MATERIALIZED (
      SELECT m.id, m.year, m.month, m."sortAt", m."takenAt", m."uploadDate", m."uploaderId",
        x."differenceHash" AS hash, named.stem
      FROM unnest(${ids}::uuid[], ${stems}::text[]) AS named(id, stem)
      JOIN "Media" m ON m.id = named.id JOIN "MediaMeasures" x ON x."mediaId" = m.id
      WHERE ${visibleMediaSql({ familyId })}
    ), found AS MATERIALIZED (
      SELECT id FROM wanted
      UNION
      SELECT copy."mediaId" FROM wanted w
      CROSS JOIN LATERAL (SELECT * FROM (${copiesOf(familyId)}) copies LIMIT ${maxCopies}) copy
      UNION
      SELECT shot.id FROM wanted w CROSS JOIN LATERAL (
        SELECT c.id FROM "Media" c
        WHERE c."familyId" = ${familyId}::uuid AND c.year = w.year AND c.month = w.month
          AND c."sortAt" BETWEEN w."sortAt" - ${near} AND w."sortAt" + ${near}
          AND c."takenAt" IS NOT NULL LIMIT ${maxNear}) shot
      WHERE w."takenAt" IS NOT NULL
      UNION
      SELECT named.id FROM wanted w CROSS JOIN LATERAL (
        SELECT c.id FROM "Media" c
        WHERE c."familyId" = ${familyId}::uuid AND c."uploaderId" = w."uploaderId"
          AND c."uploadDate" BETWEEN w."uploadDate" - ${batch} AND w."uploadDate" + ${batch}
          AND ${beginsWithStem} LIMIT ${maxNear}) named
      WHERE w.stem IS NOT NULL
    ), together AS MATERIALIZED (
      SELECT id FROM found
      UNION
      SELECT m."coveredById" FROM found JOIN "Media" m ON m.id = found.id WHERE m."coveredById" IS NOT NULL
      UNION
      SELECT mate.id FROM found JOIN "Media" m ON m.id = found.id
      JOIN "Media" mate ON mate."coveredById" = COALESCE(m."coveredById", m.id)
    )
    SELECT m.id, m."fileName", m."uploaderId", m."uploadDate", m."mimeType", m.bytes::float8 AS bytes, m.width, m.height,
      m."takenAt", m.edits IS NOT NULL AS "isEdited", m."coveredById", m."isStackDecided" AS "isDecided",
      f."cameraMake" || ' ' || f."cameraModel" AS camera,
      x."isPaper", x."isDark", x."differenceHash", x.tone, x.sharpness, ${heartCountOf("m", familyId)} AS hearts
    FROM together
    -- One by one, whatever the planner takes a family's album for.
    CROSS JOIN LATERAL (SELECT * FROM "Media" WHERE id = together.id LIMIT 1) m
    CROSS JOIN LATERAL (SELECT * FROM "MediaMeasures" WHERE "mediaId" = together.id LIMIT 1) x
    LEFT JOIN "MediaFacts" f ON f."mediaId" = m.id
    WHERE ${visibleMediaSql({ familyId })} AND m."mediaType" = 'image' AND x."queuedAt" IS NULL
      AND m.width > 0 AND m.height > 0`;
}

function photoOf({ uploadDate, mimeType, takenAt, differenceHash, tone, ...row }: CandidateRow): StackPhoto {
  return {
    ...row,
    uploadMs: uploadDate.getTime(),
    takenMs: takenAt?.getTime() ?? null,
    isRaw: isRaw({ mimeType }),
    likeness: differenceHash === null ? null : likenessOfHash(differenceHash),
    tone: toneOf(tone),
  };
}

/** Whether the album already has this stack. */
function isStacked({ top, covered }: FoundStack, photos: ReadonlyMap<string, StackPhoto>): boolean {
  return photos.get(top)?.coveredById === null && covered.every((id) => photos.get(id)?.coveredById === top);
}

/** Stacks photos, unless someone has decided about them, or moved some to the trash, since they were compared. */
function applyStack(familyId: string, { top, covered }: FoundStack): Promise<boolean> {
  return db.$transaction(async (client) => {
    const ids = [top, ...covered];
    const rows = await lockStacks(client, { familyId }, ids);
    const isAsRead = ids.every((id) => rows.some((row) => row.id === id && row.isShown && !row.isDecided));
    // Photos stacked with them meanwhile are compared again with whatever comes next.
    if (!isAsRead || rows.some(({ isDecided }) => isDecided)) return false;
    await writeStack(
      client,
      { familyId },
      top,
      rows.map(({ id }) => id),
      false,
    );
    return true;
  });
}

/**
 * Compares waiting photos, which those in the trash stay, with the rest of their album, and stacks those that belong together. They are marked as
 * compared last, so a killed worker's photos are compared again, to the same effect.
 * @returns how many were compared
 */
export async function stackBatch(): Promise<number> {
  const waiting = await db.$queryRaw<(Waiting & { familyId: string })[]>`
    SELECT x."mediaId" AS id, x."familyId", m."fileName", m."mimeType", m."takenAt"
    FROM "MediaMeasures" x JOIN "Media" m ON m.id = x."mediaId"
    WHERE NOT x."isCompared" AND x."queuedAt" IS NULL AND m."deletedAt" IS NULL ORDER BY x."familyId", x."mediaId" LIMIT ${batchSize}`;
  for (const [familyId, ofFamily] of Map.groupBy(waiting, (one) => one.familyId)) {
    const rows = await db.$queryRaw<CandidateRow[]>(stackCandidates(familyId, ofFamily));
    const photos = new Map(rows.map((row) => [row.id, photoOf(row)] as const));
    for (const stack of findStacks([...photos.values()])) {
      if (!isStacked(stack, photos)) await applyStack(familyId, stack);
    }
    await db.mediaMeasures.updateMany({
      where: { mediaId: { in: ofFamily.map(({ id }) => id) } },
      data: { isCompared: true },
    });
  }
  return waiting.length;
}

/** Runs for less than a minute; the next run continues. */
export async function stackWaiting(signal?: AbortSignal): Promise<void> {
  const until = Date.now() + runMs;
  while (!signal?.aborted && Date.now() < until && (await stackBatch()) > 0);
}

export const stackTask = defineTask("media.stack", noPayload, (_, { signal }) => stackWaiting(signal));
