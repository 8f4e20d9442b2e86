import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { isUuid } from "@/lib/shared/uuid";

/** The chosen items, with the ones they cover if requested. */
export async function withStacks(
  actor: MemberActor,
  { mediaIds, withStacks: isWhole }: { mediaIds: readonly string[]; withStacks?: boolean | undefined },
): Promise<readonly string[]> {
  if (!isWhole) return mediaIds;
  const covered = await db.$queryRaw<{ id: string }[]>`
    SELECT m.id FROM "Media" m
    WHERE m."coveredById" = ANY(${mediaIds.filter(isUuid)}::uuid[]) AND ${visibleMediaSql(actor)}`;
  return [...new Set([...mediaIds, ...covered.map(({ id }) => id)])];
}
