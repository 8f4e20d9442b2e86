import type { MediaFactsDto } from "@/lib/album/media/schema";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { forbidden, notFound } from "@/lib/http/errors";
import type { OriginalFacts } from "@/lib/platform/files/original-facts";
import { nearestTowns, type Town } from "@/lib/platform/places/gazetteer";
import { countryName } from "@/lib/shared/countries";
import { isUuid } from "@/lib/shared/uuid";

/** What is stored about an original; null for a hash that is unknown. */
export type StoredFacts = OriginalFacts & { sha1: string | null };

/** Stores what is known of an item's original. Doing it twice keeps the first. */
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

type StoredPlace = Pick<OriginalFacts, "latitude" | "longitude">;

function formatTown({ name, country: code }: Town): string {
  const country = countryName(code);
  return country === null || country === name ? name : `${name}, ${country}`;
}

async function placeDto({ latitude, longitude }: StoredPlace): Promise<MediaFactsDto["place"]> {
  if (latitude === null || longitude === null) return null;
  const [town] = await nearestTowns([{ latitude, longitude }]);
  return { name: town ? formatTown(town) : null, latitude, longitude };
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
 * With what and where an item was taken: for adults only, and the place only while the family shows places.
 * @throws AppError 403 for a child, 404
 */
export async function getMediaFacts(actor: MemberActor, id: string): Promise<MediaFactsDto> {
  if (actor.isChild) throw forbidden("This is for the grown-ups in your family.");
  if (!isUuid(id)) throw notFound();
  const item = await db.media.findFirst({
    where: { id, ...visibleMedia(actor) },
    select: {
      family: { select: { showsPlaces: true } },
      facts: { select: { ...shownFacts, latitude: true, longitude: true } },
    },
  });
  if (!item) throw notFound();
  if (!item.facts) return nothing;
  const { latitude, longitude, ...facts } = item.facts;
  const place = item.family.showsPlaces ? await placeDto({ latitude, longitude }) : null;
  return { ...facts, place };
}
