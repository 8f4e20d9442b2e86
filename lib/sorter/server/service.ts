import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { nearestTowns } from "@/lib/platform/places/gazetteer";
import type { KnownMediaDto, KnownQuery, PlacesDto, PlacesQuery } from "@/lib/sorter/schema";

/** Which of these files are in the family's album already, clips of Live Photos included, not counting the trash (api.md, Duplicates). */
export async function listKnownMedia(actor: MemberActor, { sha256 }: KnownQuery): Promise<KnownMediaDto> {
  const [known, clips] = await Promise.all([
    db.media.findMany({
      where: { ...visibleMedia(actor), sha256: { in: sha256 } },
      select: { sha256: true, id: true, year: true, month: true },
    }),
    db.mediaClip.findMany({
      where: { familyId: actor.familyId, sha256: { in: sha256 }, media: visibleMedia(actor) },
      select: { sha256: true, media: { select: { id: true, year: true, month: true } } },
    }),
  ]);
  return { known: [...known, ...clips.map(({ sha256: hash, media }) => ({ sha256: hash, ...media }))] };
}

/** The places nearest to these points. Nothing is stored. */
export async function listNearestPlaces(_actor: MemberActor, { points }: PlacesQuery): Promise<PlacesDto> {
  const towns = await nearestTowns(points);
  return { places: towns.map((town) => town?.name ?? null) };
}
