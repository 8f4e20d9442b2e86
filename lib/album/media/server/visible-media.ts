import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";

interface InFamily {
  familyId: string;
}

/** What a family sees of its album: its items that are not in the trash. */
export const visibleMedia = ({ familyId }: InFamily) => ({ familyId, deletedAt: null });

/** The same rule, for "Media" m. */
export const visibleMediaSql = ({ familyId }: InFamily) =>
  Prisma.sql`m."familyId" = ${familyId}::uuid AND m."deletedAt" IS NULL`;

/** @throws AppError 404 */
export async function requireVisibleMedia(actor: InFamily, id: string): Promise<void> {
  const item = await db.media.findFirst({ where: { id, ...visibleMedia(actor) }, select: { id: true } });
  if (!item) throw notFound();
}
