import type { Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";

/** Between two neighbours: room for what is moved there. */
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

/** Numbers a locked album's items in the order of their dates. */
export const numberByDate = (client: Prisma.TransactionClient, albumId: string) =>
  number(client, albumId, dateOrder);

/** Numbers a locked album's items again, in their order by hand. */
export const numberAgain = (client: Prisma.TransactionClient, albumId: string) =>
  number(client, albumId, handOrder);
