import { Prisma } from "@/lib/generated/prisma/client";

/** How many people hearted an item, with those whose hearts an import brought; `item` is the Media row. */
export function heartCountOf(item: "m" | "item"): Prisma.Sql {
  const id = Prisma.raw(`${item}.id`);
  return Prisma.sql`((SELECT count(*) FROM "Heart" h WHERE h."mediaId" = ${id})
    + (SELECT count(*) FROM "ImportedHeart" i WHERE i."mediaId" = ${id}))::int`;
}
