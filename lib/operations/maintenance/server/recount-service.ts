import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { db, type Prisma } from "@/lib/db";
import type { MaintenanceResult } from "@/lib/operations/maintenance/schema";

/** Recounts what is shown in each album; locks its row before its items', as everywhere that both are changed. */
async function recountAlbums(client: Prisma.TransactionClient, familyId: string): Promise<number> {
  await client.$executeRaw`
    SELECT 1 FROM "Album" WHERE "familyId" = ${familyId}::uuid ORDER BY id FOR NO KEY UPDATE`;
  return client.$executeRaw`
    UPDATE "Album" a SET "itemCount" = counted.items
    FROM (
      SELECT a.id, count(m.id)::int AS items FROM "Album" a
      LEFT JOIN "AlbumItem" i ON i."albumId" = a.id AND i."familyId" = a."familyId"
      LEFT JOIN "Media" m ON m.id = i."mediaId" AND ${visibleMediaSql({ familyId })}
      WHERE a."familyId" = ${familyId}::uuid GROUP BY a.id
    ) counted
    WHERE a.id = counted.id AND a."itemCount" <> counted.items`;
}

/**
 * Recounts a family's bytes, months and albums. Every change of an item locks the family's row first (decision 0002), so under
 * its lock nothing is counted twice or missed.
 */
export async function recountStorage(familyId: string): Promise<MaintenanceResult> {
  return db.$transaction(
    async (client) => {
      const [before] = await client.$queryRaw<{ storageBytes: bigint }[]>`
        SELECT "storageBytes" FROM "Family" WHERE id = ${familyId}::uuid FOR UPDATE`;
      const [after] = await client.$queryRaw<{ storageBytes: bigint }[]>`
        UPDATE "Family" SET "storageBytes" = (
          SELECT coalesce(sum(bytes::bigint), 0) FROM "Media" WHERE "familyId" = ${familyId}::uuid) + (
          SELECT coalesce(sum(bytes), 0) FROM "MediaClip" WHERE "familyId" = ${familyId}::uuid) + (
          SELECT coalesce(sum(bytes), 0) FROM "CommentRecording" WHERE "familyId" = ${familyId}::uuid)
        WHERE id = ${familyId}::uuid RETURNING "storageBytes"`;
      const [corrected] = await client.$queryRaw<{ months: number }[]>`
        WITH held AS (
          SELECT m.year, m.month, count(*)::int AS items, count(m."coveredById")::int AS covered
          FROM "Media" m WHERE ${visibleMediaSql({ familyId })} GROUP BY m.year, m.month
        ), gone AS (
          DELETE FROM "MediaMonth" m WHERE m."familyId" = ${familyId}::uuid
            AND NOT EXISTS (SELECT 1 FROM held WHERE held.year = m.year AND held.month = m.month)
          RETURNING 1
        ), kept AS (
          INSERT INTO "MediaMonth" AS m ("familyId", year, month, "itemCount", "coveredCount")
          SELECT ${familyId}::uuid, year, month, items, covered FROM held
          ON CONFLICT ("familyId", year, month) DO UPDATE
            SET "itemCount" = EXCLUDED."itemCount", "coveredCount" = EXCLUDED."coveredCount"
            WHERE (m."itemCount", m."coveredCount") <> (EXCLUDED."itemCount", EXCLUDED."coveredCount")
          RETURNING 1
        )
        SELECT ((SELECT count(*) FROM gone) + (SELECT count(*) FROM kept))::int AS months`;
      const albumsCorrected = await recountAlbums(client, familyId);
      return {
        storageBytesBefore: Number(before?.storageBytes ?? 0),
        storageBytes: Number(after?.storageBytes ?? 0),
        monthsCorrected: corrected?.months ?? 0,
        albumsCorrected,
      };
    },
    { timeout: 120_000 },
  );
}
