import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";

/** Puts an item into the albums that it is in at its source. They are made when their first item comes. */
export async function addToAlbums(
  _client: Prisma.TransactionClient,
  _actor: MemberActor,
  _wanted: { importId: string; mediaId: string; titles: readonly string[] },
): Promise<void> {
  // Until the album has albums.
}
