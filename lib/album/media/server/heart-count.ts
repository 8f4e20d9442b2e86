import { Prisma } from "@/lib/generated/prisma/client";

/**
 * How many people hearted an item, with those whose hearts an import brought; `item` is the Media row. Names the family,
 * so that tables divided by family are read in one part.
 */
export function heartCountOf(item: "m" | "item", familyId: string): Prisma.Sql {
  const id = Prisma.raw(`${item}.id`);
  return Prisma.sql`((SELECT count(*) FROM "Heart" h WHERE h."mediaId" = ${id} AND h."familyId" = ${familyId}::uuid)
    + (SELECT count(*) FROM "ImportedHeart" i WHERE i."mediaId" = ${id}))::int`;
}
