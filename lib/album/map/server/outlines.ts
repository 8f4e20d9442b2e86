import { readFile } from "node:fs/promises";
import path from "node:path";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { OutlineDetail, OutlinesDto } from "@/lib/album/map/schema";
import { bytesResponse, etagOf, type NamedBytes } from "@/lib/album/media/server/bytes-response";

/** Natural Earth's outlines (public domain) from the package world-atlas: 1:110, 1:50 and 1:10 million. */
const sources = {
  coarse: { file: "countries-110m.json", perDegree: 100 },
  fine: { file: "countries-50m.json", perDegree: 100 },
  finest: { file: "countries-10m.json", perDegree: 1_000 },
} as const satisfies Record<OutlineDetail, { file: string; perDegree: number }>;

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
type Line = readonly (readonly number[])[];

/** Differences in whole units; consecutive points that round to the same one are merged. */
export function packLine(line: Line, perDegree: number): number[] {
  const packed: number[] = [];
  let [east, north] = [0, 0];
  for (const [longitude = 0, latitude = 0] of line) {
    const x = Math.round(longitude * perDegree);
    const y = Math.round(latitude * perDegree);
    if (packed.length > 0 && x === east && y === north) continue;
    packed.push(x - east, y - north);
    [east, north] = [x, y];
  }
  return packed;
}

/**
 * A line without its jumps from one edge of the world to the other: it continues beyond 180° instead. A ring around a
 * pole is closed there.
 */
export function unwrapLine(line: Line): number[][] {
  let turns = 0;
  let before = line[0]?.[0] ?? 0;
  const unwrapped = line.map(([longitude = 0, latitude = 0]) => {
    if (longitude - before > 180) turns -= 360;
    else if (longitude - before < -180) turns += 360;
    before = longitude;
    return [longitude + turns, latitude];
  });
  const [first, last] = [unwrapped[0], unwrapped.at(-1)];
  if (turns === 0 || !first || !last || line[0]?.[1] !== last[1]) return unwrapped;
  const pole = (last[1] ?? 0) < 0 ? -90 : 90;
  return [...unwrapped, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}

async function readOutlines(detail: OutlineDetail): Promise<OutlinesDto> {
  const { file: name, perDegree } = sources[detail];
  const file = path.join("node_modules", "world-atlas", name);
  const world = JSON.parse(await readFile(file, "utf8")) as World;
  const land = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return geometry.coordinates;
    return geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : [];
  });
  const borders = mesh(world, world.objects.countries, (one, other) => one !== other).coordinates;
  const ringPoints = 4;
  const pack = (line: Line) => packLine(unwrapLine(line), perDegree);
  return {
    perDegree,
    land: land.map(pack).filter(({ length }) => length >= ringPoints * 2),
    borders: borders.map(pack).filter(({ length }) => length > 2),
  };
}

const made = new Map<OutlineDetail, Promise<NamedBytes>>();

async function makeFile(detail: OutlineDetail): Promise<NamedBytes> {
  const bytes = Buffer.from(JSON.stringify(await readOutlines(detail)));
  return { bytes, contentType: "application/json", etag: etagOf(bytes) };
}

/** Outlines change only with an update of Keepsake. */
const dayHeaders = { "Cache-Control": "private, max-age=86400" };

/** The world's outlines, converted once: the package's file is made for other programs. */
export async function outlinesResponse(request: Request, detail: OutlineDetail): Promise<Response> {
  let making = made.get(detail);
  if (!making) {
    making = makeFile(detail);
    made.set(detail, making);
    making.catch(() => made.delete(detail));
  }
  return bytesResponse(request, await making, dayHeaders);
}
