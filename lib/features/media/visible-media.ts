import { Prisma } from "@/lib/generated/prisma/client";

interface InFamily {
  familyId: string;
}

/** What a family sees of its album: its items outside the trash. */
export const visibleMedia = ({ familyId }: InFamily) => ({ familyId, deletedAt: null });

/** The same rule, of "Media" m. */
export const visibleMediaSql = ({ familyId }: InFamily) =>
  Prisma.sql`m."familyId" = ${familyId}::uuid AND m."deletedAt" IS NULL`;
