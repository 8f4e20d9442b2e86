import { Prisma } from "@/lib/generated/prisma/client";

/**
 * How many people hearted an item, including imported hearts; `item` is the Media row. Names the family, so that only
 * one part of tables partitioned by family is read.
 */
export function heartCountOf(item: "m" | "item", familyId: string): Prisma.Sql {
  const id = Prisma.raw(`${item}.id`);
  return Prisma.sql`((SELECT count(*) FROM "Heart" h WHERE h."mediaId" = ${id} AND h."familyId" = ${familyId}::uuid)
    + (SELECT count(*) FROM "ImportedHeart" i WHERE i."mediaId" = ${id}))::int`;
}
