import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";

interface InFamily {
  familyId: string;
}

/** The items of its album that a family sees: those not in the trash. */
export const visibleMedia = ({ familyId }: InFamily) => ({ familyId, deletedAt: null });

/** The same rule, for "Media" m. */
export const visibleMediaSql = ({ familyId }: InFamily) =>
  Prisma.sql`m."familyId" = ${familyId}::uuid AND m."deletedAt" IS NULL`;

/** Whether a list shows stacks as one item: requested by someone who hasn't chosen to see all photos. */
export const isCollapsed = (
  actor: { unstacks?: boolean },
  { stacks }: { stacks?: "collapsed" | undefined },
) => stacks === "collapsed" && actor.unstacks !== true;

/**
 * Limits "Media" m in a list to items that aren't behind another photo of the list. @param hasTop whether the list has
 * the item with this id; a list of the whole album has them all
 */
export function onTop(hasTop?: (id: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  if (!hasTop) return Prisma.sql`AND m."coveredById" IS NULL`;
  return Prisma.sql`AND (m."coveredById" IS NULL OR NOT ${hasTop(Prisma.sql`m."coveredById"`)})`;
}

/** @throws AppError 404 */
export async function requireVisibleMedia(actor: InFamily, id: string): Promise<void> {
  const item = await db.media.findFirst({ where: { id, ...visibleMedia(actor) }, select: { id: true } });
  if (!item) throw notFound();
}
