import type { AlbumDto } from "@/lib/album/albums/schema";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { shownName } from "@/lib/core/names/server/display-name";
import { Prisma } from "@/lib/generated/prisma/client";

/** The facts that determine who may do what with an album. */
export interface AlbumRightsRow {
  createdById: string | null;
  adders: AlbumDto["adders"];
  /** The person asking is one of its contributors. */
  isContributor: boolean;
}

/** The columns of AlbumRightsRow, from "Album" a. */
export const albumRightsColumns = ({ userId }: MemberActor) => Prisma.sql`
  a."createdById", a.adders::text AS adders,
  EXISTS (SELECT 1 FROM "AlbumContributor" c WHERE c."albumId" = a.id AND c."userId" = ${userId}::uuid) AS "isContributor"`;

export function albumRights(actor: MemberActor, { createdById, adders, isContributor }: AlbumRightsRow) {
  const mayEdit = createdById === actor.userId || may(actor, "albums.editAny");
  const isOpen = adders === "adults" && !actor.isChild;
  return { mayEdit, mayAdd: mayEdit || isOpen || isContributor };
}

export interface AlbumRow extends AlbumRightsRow, Omit<MediaRow, "id"> {
  albumId: string;
  title: string;
  story: string;
  order: AlbumDto["order"];
  itemCount: number;
  hasChosenCover: boolean;
  firstMonth: number | null;
  lastMonth: number | null;
  creatorName: string | null;
  createdAt: Date;
  activeAt: Date;
  /** The cover's id; the other columns of MediaRow are the cover's too. */
  id: string | null;
}

/**
 * The columns of AlbumRow and their FROM clause; a WHERE on `a` follows. The cover and the months are read from the
 * ends of indexes, however many items an album has.
 */
export const albumColumns = (actor: MemberActor) => Prisma.sql`
  a.id AS "albumId", a.title, a.story, a."order"::text AS "order", a."itemCount", a."createdAt", a."activeAt",
  ${albumRightsColumns(actor)}, cover."isCover" IS TRUE AS "hasChosenCover",
  (SELECT ${shownName} FROM "User" u LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = a."familyId"
     WHERE u.id = a."createdById") AS "creatorName",
  (SELECT min(i."filedMonth") FROM "AlbumItem" i WHERE ${shownItems}) AS "firstMonth",
  (SELECT max(i."filedMonth") FROM "AlbumItem" i WHERE ${shownItems}) AS "lastMonth",
  ${mediaColumns(actor)}
  FROM "Album" a
  LEFT JOIN LATERAL (
    SELECT * FROM (
      (SELECT i."mediaId", true AS "isCover" FROM "AlbumItem" i WHERE ${shownItems} AND i."isCover" LIMIT 1)
      UNION ALL
      (SELECT i."mediaId", false FROM "AlbumItem" i WHERE ${shownItems} AND a."order" = 'date'
         ORDER BY i."filedMonth", i."sortAt", i."mediaId" LIMIT 1)
      UNION ALL
      (SELECT i."mediaId", false FROM "AlbumItem" i WHERE ${shownItems} AND a."order" = 'hand'
         ORDER BY i.position, i."mediaId" LIMIT 1)
    ) candidates LIMIT 1
  ) cover ON true
  LEFT JOIN "Media" m ON m.id = cover."mediaId" AND ${visibleMediaSql(actor)}`;

/** The shown items of "Album" a, as "AlbumItem" i. */
const shownItems = Prisma.sql`i."albumId" = a.id AND i."familyId" = a."familyId" AND i."isShown"`;

const monthOf = (filed: number | null) =>
  filed === null ? null : { year: Math.floor(filed / 100), month: filed % 100 };

export function albumDto(actor: MemberActor, row: AlbumRow): AlbumDto {
  const { createdById, id: coverId } = row;
  return {
    id: row.albumId,
    title: row.title,
    story: row.story,
    order: row.order,
    adders: row.adders,
    itemCount: row.itemCount,
    cover: coverId === null ? null : mediaItemDto({ ...row, id: coverId }),
    hasChosenCover: row.hasChosenCover,
    firstMonth: monthOf(row.firstMonth),
    lastMonth: monthOf(row.lastMonth),
    createdBy: createdById === null ? null : { id: createdById, name: row.creatorName ?? "Someone" },
    createdAt: row.createdAt.toISOString(),
    activeAt: row.activeAt.toISOString(),
    ...albumRights(actor, row),
  };
}
