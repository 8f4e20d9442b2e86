import type { MediaFactsDto } from "@/lib/album/media/schema";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { Point } from "@/lib/album/places/region";
import { shownPlaces } from "@/lib/album/places/server/shown-places";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import type { OriginalFacts } from "@/lib/platform/files/original-facts";
import { nearestTowns, type Town } from "@/lib/platform/places/gazetteer";
import { countryName } from "@/lib/shared/countries";
import { isUuid } from "@/lib/shared/uuid";

/** What is stored about an original; null for an unknown hash. */
export type StoredFacts = OriginalFacts & { sha1: string | null };

/** Stores what is known about an item's original. A second call keeps the first result. */
export async function createFacts(
  client: Prisma.TransactionClient,
  { id, familyId }: { id: string; familyId: string },
  facts: StoredFacts,
): Promise<void> {
  await client.mediaFacts.createMany({ data: { mediaId: id, familyId, ...facts }, skipDuplicates: true });
}

const shownFacts = {
  cameraMake: true,
  cameraModel: true,
  lens: true,
  exposureSeconds: true,
  fNumber: true,
  iso: true,
  focalLengthMm: true,
  focalLength35mm: true,
  hasFlashFired: true,
  colorSpace: true,
} as const satisfies Prisma.MediaFactsSelect;
/** Every column but the ids. */
export const factsSelect = {
  ...shownFacts,
  sha1: true,
  contentIdentifier: true,
  orientation: true,
  latitude: true,
  longitude: true,
  altitudeM: true,
} as const satisfies Prisma.MediaFactsSelect;

function formatTown({ name, country: code }: Town): string {
  const country = countryName(code);
  return country === null || country === name ? name : `${name}, ${country}`;
}

/** The item's place as the family shows it, with the nearest town. */
async function findPlace(places: Prisma.Sql, id: string): Promise<MediaFactsDto["place"]> {
  const [place] = await db.$queryRaw<Point[]>`
    SELECT p.latitude, p.longitude FROM ${places} p WHERE p."mediaId" = ${id}::uuid`;
  if (!place) return null;
  const [town] = await nearestTowns([place]);
  return { name: town ? formatTown(town) : null, ...place };
}

const nothing: MediaFactsDto = {
  cameraMake: null,
  cameraModel: null,
  lens: null,
  exposureSeconds: null,
  fNumber: null,
  iso: null,
  focalLengthMm: null,
  focalLength35mm: null,
  hasFlashFired: null,
  colorSpace: null,
  place: null,
};

/**
 * What an item was taken with and where: for adults only, and the place only as far as the family shows it.
 * @throws AppError 403 for a child, 404
 */
export async function getMediaFacts(actor: MemberActor, id: string): Promise<MediaFactsDto> {
  const places = await shownPlaces(actor);
  if (!isUuid(id)) throw notFound();
  const item = await db.media.findFirst({
    where: { id, ...visibleMedia(actor) },
    select: { id: true, facts: { select: shownFacts } },
  });
  if (!item) throw notFound();
  return item.facts ? { ...item.facts, place: await findPlace(places, item.id) } : nothing;
}
