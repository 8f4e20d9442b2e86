import type { MapPlaceDto } from "@/lib/album/map/schema";
import { listPlaced } from "@/lib/album/map/server/photos-service";
import { noTownId } from "@/lib/album/map/units";
import type { FeedQuery, MediaItemDto, MediaPageDto } from "@/lib/album/media/schema";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { Point } from "@/lib/album/places/region";
import { shownPlaces } from "@/lib/album/places/server/shown-places";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { Cache } from "@/lib/platform/cache";
import {
  findTown,
  indexPoints,
  reachKm,
  searchTowns,
  type Town,
  townsOf,
} from "@/lib/platform/places/gazetteer";
import { countryName } from "@/lib/shared/countries";
import { mebibyte } from "@/lib/shared/units";

/** Photos are counted in cells of about 2 km. A town has whole cells, so its list and its count agree. */
const cellsPerDegree = 50;
const cellColumns = 360 * cellsPerDegree + 1;
const maxFoundPlaces = 10;

/** The number of the cell of a shown place `p`. */
const cellOf = Prisma.sql`(floor((p.latitude + 90) * ${cellsPerDegree}::int)::int * ${cellColumns}::int
  + floor((p.longitude + 180) * ${cellsPerDegree}::int)::int)`;

function centreOf(cell: number): Point {
  const row = Math.floor(cell / cellColumns);
  const column = cell % cellColumns;
  return { latitude: (row + 0.5) / cellsPerDegree - 90, longitude: (column + 0.5) / cellsPerDegree - 180 };
}

interface Cell {
  cell: number;
  photoCount: number;
  latestId: string;
  mediaType: MediaItemDto["mediaType"];
  latestAt: Date;
}
/** A cell with photos, its centre, and the town people would name. */
type PlacedCell = Cell & { centre: Point; town: Town | null };

/** The town of each cell: finding one takes a fraction of a millisecond, and a family has thousands of cells. */
const knownTowns = new Cache<{ town: Town | null }>({ maxItems: 50_000 });

async function nameCells(cells: readonly number[]): Promise<(Town | null)[]> {
  const unknown = cells.filter((cell) => !knownTowns.get(String(cell)));
  const found = await townsOf(unknown.map(centreOf));
  const named = new Map(unknown.map((cell, index) => [cell, { town: found[index] ?? null }]));
  for (const [cell, known] of named) knownTowns.set(String(cell), known);
  return cells.map((cell) => (named.get(cell) ?? knownTowns.get(String(cell)))?.town ?? null);
}

/** The cells with the family's photos, and the cells of each town. */
class PlacedCells {
  readonly all: readonly PlacedCell[];
  readonly #find: ReturnType<typeof indexPoints>;
  readonly #named: Map<number | null, PlacedCell[]>;

  constructor(cells: readonly PlacedCell[]) {
    this.all = cells;
    this.#find = indexPoints(cells.map(({ centre }) => centre));
    this.#named = Map.groupBy(cells, ({ town }) => town?.id ?? null);
  }

  /** The cells a town reaches and those with no larger or nearer town; for null, the cells away from any town. */
  of(town: Town | null): readonly PlacedCell[] {
    const named = this.#named.get(town?.id ?? null) ?? [];
    if (!town) return named;
    const reached = this.#find(town, reachKm(town)).flatMap((index) => this.all[index] ?? []);
    return [...new Set([...named, ...reached])];
  }
}

/** Changes whenever photos are added to the album or leave it. */
async function albumStamp({ familyId }: MemberActor): Promise<string> {
  const [row] = await db.$queryRaw<{ stamp: string | null }[]>`
    SELECT md5(array_agg((o.year, o.month, o."itemCount") ORDER BY o.year, o.month)::text) AS stamp
    FROM "MediaMonth" o WHERE o."familyId" = ${familyId}::uuid`;
  return row?.stamp ?? "";
}

const minuteMs = 60_000;
const cellBytes = 500;
const knownCells = new Cache<PlacedCells>({
  maxBytes: 32 * mebibyte,
  bytesOf: ({ all }) => all.length * cellBytes,
  maxAgeMs: minuteMs,
});

/**
 * The family's cells, cached for a minute at most: a town's pages and each letter of a search need all of them. What
 * hides places is part of the key, so it applies at once; a new photo's place, which the worker reads, can wait.
 * @throws AppError 403 for a child
 */
async function readCells(actor: MemberActor): Promise<PlacedCells> {
  const places = await shownPlaces(actor);
  const key = JSON.stringify([places.text, places.values, await albumStamp(actor)]);
  return knownCells.load(key, () => computeCells(actor, places));
}

async function computeCells(actor: MemberActor, places: Prisma.Sql): Promise<PlacedCells> {
  const cells = await db.$queryRaw<Cell[]>`
    SELECT cell, count(*)::int AS "photoCount", max("sortAt") AS "latestAt",
      (array_agg(id ORDER BY "sortAt" DESC, id DESC))[1] AS "latestId",
      (array_agg("mediaType" ORDER BY "sortAt" DESC, id DESC))[1] AS "mediaType"
    FROM (
      SELECT ${cellOf} AS cell, m.id, m."mediaType", m."sortAt"
      FROM ${places} p JOIN "Media" m ON m.id = p."mediaId" WHERE ${visibleMediaSql(actor)}
    ) placed GROUP BY cell`;
  const towns = await nameCells(cells.map(({ cell }) => cell));
  return new PlacedCells(
    cells.map((cell, index) => ({ ...cell, centre: centreOf(cell.cell), town: towns[index] ?? null })),
  );
}

function placeDto(town: Town | null, cells: readonly PlacedCell[]): MapPlaceDto {
  const latest = cells.reduce<PlacedCell | null>(
    (best, cell) => (best && best.latestAt >= cell.latestAt ? best : cell),
    null,
  );
  return {
    id: town?.id ?? noTownId,
    name: town?.name ?? "Away from towns",
    country: town && countryName(town.country),
    at: town && { latitude: town.latitude, longitude: town.longitude },
    photoCount: cells.reduce((sum, { photoCount }) => sum + photoCount, 0),
    cover: latest && { id: latest.latestId, mediaType: latest.mediaType },
  };
}

/** The towns where the family's photos were taken, most photos first. */
export async function listPlaces(actor: MemberActor): Promise<MapPlaceDto[]> {
  const cells = await readCells(actor);
  const towns = new Map(cells.all.flatMap(({ town }) => (town ? [[town.id, town] as const] : [])));
  const none = cells.of(null);
  const places = [...towns.values()].map((town) => placeDto(town, cells.of(town)));
  if (none.length > 0) places.push(placeDto(null, none));
  return places.sort((one, other) => other.photoCount - one.photoCount || one.name.localeCompare(other.name));
}

/** Towns with this name: those with photos first, then those that can only be shown on the map. */
export async function searchPlaces(actor: MemberActor, q: string): Promise<MapPlaceDto[]> {
  const [cells, towns] = await Promise.all([readCells(actor), searchTowns(q, maxFoundPlaces * 3)]);
  const places = towns.map((town) => placeDto(town, cells.of(town)));
  // The rest stays as the gazetteer ranked it.
  return places
    .sort((one, other) => Number(other.photoCount > 0) - Number(one.photoCount > 0))
    .slice(0, maxFoundPlaces);
}

/** A town's cells; null for an unknown id. */
async function readPlace(actor: MemberActor, id: number) {
  const town = id === noTownId ? null : await findTown(id);
  if (!town && id !== noTownId) return null;
  return { town, cells: (await readCells(actor)).of(town) };
}

/** A town with the family's photos; null for an unknown id. @throws AppError 403 for a child */
export async function findPlace(actor: MemberActor, id: number): Promise<MapPlaceDto | null> {
  const place = await readPlace(actor, id);
  return place && placeDto(place.town, place.cells);
}

/** The family's photos in a town, latest taken first. @throws AppError 404, 403 for a child */
export async function listPlacePhotos(
  actor: MemberActor,
  id: number,
  query: FeedQuery,
): Promise<MediaPageDto> {
  const place = await readPlace(actor, id);
  if (!place) throw notFound();
  const cells = place.cells.map(({ cell }) => cell);
  return listPlaced(actor, Prisma.sql`${cellOf} = ANY(${cells}::int[])`, query);
}
