import type { Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";

/** The distance between two neighbours, leaving room to move items there. */
export const positionGap = 65_536;

const dateOrder = Sql.sql`"filedMonth", "sortAt", "mediaId"`;
const handOrder = Sql.sql`position, "mediaId"`;

async function number(client: Prisma.TransactionClient, albumId: string, order: Sql.Sql): Promise<void> {
  await client.$executeRaw`
    UPDATE "AlbumItem" i SET position = placed.place * ${positionGap}::bigint
    FROM (
      SELECT "mediaId", row_number() OVER (ORDER BY ${order}) AS place FROM "AlbumItem"
      WHERE "albumId" = ${albumId}::uuid
    ) placed
    WHERE i."albumId" = ${albumId}::uuid AND i."mediaId" = placed."mediaId"
      AND i.position <> placed.place * ${positionGap}::bigint`;
}

/** Numbers a locked album's items by date. */
export const numberByDate = (client: Prisma.TransactionClient, albumId: string) =>
  number(client, albumId, dateOrder);

/** Renumbers a locked album's items in their manual order. */
export const numberAgain = (client: Prisma.TransactionClient, albumId: string) =>
  number(client, albumId, handOrder);
