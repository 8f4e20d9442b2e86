import { type AlbumRightsRow, albumRights, albumRightsColumns } from "@/lib/album/albums/server/dto";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";
import type { AlbumOrder } from "@/lib/generated/prisma/enums";
import { forbidden, notFound } from "@/lib/http/errors";

export interface LockedAlbum {
  id: string;
  title: string;
  order: AlbumOrder;
  isArranged: boolean;
  mayEdit: boolean;
}

/**
 * An album's row, locked until the transaction ends, so that a second transaction sees what the first did. If items
 * are locked too, they are locked first.
 * @param permission what the person must be allowed to do; everyone in the family can see it
 * @throws AppError 404, 403
 */
export async function lockAlbum(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  albumId: string,
  permission: "mayEdit" | "mayAdd" | "maySee",
): Promise<LockedAlbum> {
  const [row] = await client.$queryRaw<(AlbumRightsRow & Omit<LockedAlbum, "mayEdit">)[]>`
    SELECT a.id, a.title, a."order"::text AS "order", a."isArranged", ${albumRightsColumns(actor)} FROM "Album" a
    WHERE a.id = ${albumId}::uuid AND a."familyId" = ${actor.familyId}::uuid FOR NO KEY UPDATE`;
  if (!row) throw notFound();
  const rights = albumRights(actor, row);
  if (permission !== "maySee" && !rights[permission]) {
    throw forbidden(
      permission === "mayEdit"
        ? "Only the person who made this album or an admin can change it."
        : "Only the people chosen for this album can add to it and arrange it.",
    );
  }
  return {
    id: row.id,
    title: row.title,
    order: row.order,
    isArranged: row.isArranged,
    mayEdit: rights.mayEdit,
  };
}
