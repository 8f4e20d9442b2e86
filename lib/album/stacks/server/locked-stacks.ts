import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";
import { isUuid } from "@/lib/shared/uuid";

export interface StackedRow {
  id: string;
  coveredById: string | null;
  isDecided: boolean;
  isPhoto: boolean;
  isOwn: boolean;
  /** Not in the trash, and not hidden by a report. */
  isShown: boolean;
}

type Family = Pick<MemberActor, "familyId"> & { userId?: string };

/**
 * The family's items among these and everything stacked with them, locked in the order of their ids until the
 * transaction ends, and read after the wait.
 */
export async function lockStacks(
  client: Prisma.TransactionClient,
  { familyId, userId }: Family,
  ids: readonly string[],
): Promise<StackedRow[]> {
  const wanted = ids.filter(isUuid);
  const together = () => client.$queryRaw<StackedRow[]>`
    WITH tops AS (
      SELECT COALESCE("coveredById", id) AS id FROM "Media"
      WHERE id = ANY(${wanted}::uuid[]) AND "familyId" = ${familyId}::uuid
    ), together AS (
      SELECT id FROM tops UNION SELECT m.id FROM "Media" m JOIN tops ON m."coveredById" = tops.id
    )
    SELECT m.id, m."coveredById", m."isStackDecided" AS "isDecided", m."mediaType" = 'image' AS "isPhoto",
      COALESCE(m."uploaderId" = ${userId ?? null}::uuid, false) AS "isOwn", m."deletedAt" IS NULL AS "isShown"
    FROM together JOIN "Media" m ON m.id = together.id ORDER BY m.id`;
  const before = await together();
  await client.$executeRaw`
    SELECT 1 FROM "Media" WHERE id = ANY(${before.map(({ id }) => id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  return together();
}

/** The best photo that this one covers, to take its place. */
export async function nextInStack(client: Prisma.TransactionClient, topId: string): Promise<string | null> {
  const [next] = await client.$queryRaw<{ id: string | null }[]>`SELECT next_in_stack(${topId}::uuid) AS id`;
  return next?.id ?? null;
}

/**
 * Puts locked items on one tile, or each on its own with `topId` null. One statement, since no item may be covered by
 * one that is covered itself.
 */
export async function writeStack(
  client: Prisma.TransactionClient,
  { familyId }: Family,
  topId: string | null,
  ids: readonly string[],
  isDecided: boolean,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "Media" SET "coveredById" = CASE WHEN id <> ${topId}::uuid THEN ${topId}::uuid END,
      "isStackDecided" = ${isDecided}
    WHERE id = ANY(${[...ids]}::uuid[]) AND "familyId" = ${familyId}::uuid`;
}
