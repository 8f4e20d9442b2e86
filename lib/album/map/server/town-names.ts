import type { TileAddress, TownNameDto } from "@/lib/album/map/schema";
import { type Area, listTowns } from "@/lib/platform/places/gazetteer";

/** Per square as large as four of the map's tiles, so that every name has room. */
const namesPerTile = 10;

/** The area of a web map tile. */
export function areaOfTile({ z, x, y }: TileAddress): Area {
  const longitude = (column: number) => (column / 2 ** z) * 360 - 180;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
  return { west: longitude(x), east: longitude(x + 1), north: latitude(y), south: latitude(y + 1) };
}

/** The towns to name in a tile, largest first. */
export async function listTownNames(tile: TileAddress): Promise<TownNameDto[]> {
  const towns = await listTowns(areaOfTile(tile), namesPerTile);
  return towns.map(({ name, latitude, longitude, population }) => ({
    name,
    latitude,
    longitude,
    population,
  }));
}
