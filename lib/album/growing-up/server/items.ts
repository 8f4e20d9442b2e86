import type { MediaItemDto } from "@/lib/album/media/schema";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemoryReader } from "@/lib/album/memories/server/service";
import { db, type Prisma } from "@/lib/db";

/** The items among these that the reader can see, by id. */
export async function listItems(
  reader: MemoryReader,
  ids: readonly string[],
  client: Pick<Prisma.TransactionClient, "$queryRaw"> = db,
): Promise<Map<string, MediaItemDto>> {
  if (ids.length === 0) return new Map();
  const rows = await client.$queryRaw<MediaRow[]>`
    SELECT ${mediaColumns(reader)} FROM "Media" m
    WHERE m.id = ANY(${[...new Set(ids)]}::uuid[]) AND ${visibleMediaSql(reader)}`;
  return new Map(rows.map((row) => [row.id, mediaItemDto(row)]));
}
