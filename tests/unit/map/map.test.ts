import fc from "fast-check";
import { isOneSpot, PhotoClusters } from "@/lib/album/map/client/clusters";
import { placeLabels, traceLines, unpackOutlines } from "@/lib/album/map/client/outlines";
import {
  boundsOf,
  clampView,
  formatView,
  maxZoom,
  moveBy,
  parseView,
  project,
  tilesOf,
  toPixel,
  toPosition,
  unproject,
  viewOf,
  zoomAt,
} from "@/lib/album/map/client/projection";
import { areaPhotosPath } from "@/lib/album/map/client/queries";
import { readStreetTile, streetStyleOf } from "@/lib/album/map/client/streets";
import type { MapPointsDto } from "@/lib/album/map/schema";
import { unwrapLine } from "@/lib/album/map/server/outlines";
import { regionCentre } from "@/lib/album/places/region";
import { roadTile } from "@/tests/support/street-map";

const size = { width: 800, height: 500 };
const lisbon = { latitude: 38.71667, longitude: -9.13333 };
const anyPoint = fc.record({
  latitude: fc.double({ min: -84, max: 84, noNaN: true }),
  longitude: fc.double({ min: -180, max: 179.999, noNaN: true }),
});

function pointsOf(places: readonly { latitude: number; longitude: number }[]): MapPointsDto {
  return {
    ids: places.map((_, index) => `photo-${index}`),
    latitudes: places.map(({ latitude }) => Math.round(latitude * 100_000)),
    longitudes: places.map(({ longitude }) => Math.round(longitude * 100_000)),
    videos: [],
  };
}

describe("the projection", () => {
  test("can be inverted exactly", () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        const back = unproject(project(point));
        expect(back.latitude).toBeCloseTo(point.latitude, 6);
        expect(back.longitude).toBeCloseTo(point.longitude, 6);
      }),
    );
  });

  test("has the equator and Greenwich in the middle, and ends at the edges of the square", () => {
    expect(project({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(project({ latitude: 90, longitude: -180 }).y).toBeCloseTo(0, 4);
    expect(project({ latitude: -90, longitude: -180 }).y).toBeCloseTo(1, 4);
  });

  test("keeps what is under the pointer there while zooming", () => {
    const view = { ...project(lisbon), zoom: 6 };
    const pixel = { x: 600, y: 120 };
    const before = toPosition(pixel, view, size);
    const after = toPosition(pixel, zoomAt(view, 2, pixel, size), size);
    expect(after.x).toBeCloseTo(before.x, 8);
    expect(after.y).toBeCloseTo(before.y, 8);
  });

  test("never shows anything beyond the poles, and wraps around the world", () => {
    const far = moveBy({ x: 0.5, y: 0.5, zoom: 3 }, 0, 1e6, size);
    expect(boundsOf(far, size).south).toBeGreaterThan(-85.1);
    expect(moveBy({ x: 0.99, y: 0.5, zoom: 3 }, 100, 0, size).x).toBeLessThan(0.1);
    expect(clampView({ x: 0.5, y: 0.5, zoom: 99 }, size).zoom).toBe(maxZoom);
    expect(clampView({ x: 0.5, y: 0.5, zoom: -3 }, size).zoom).toBeCloseTo(Math.log2(800 / 256));
  });

  test("an area across 180° has its west in the east", () => {
    const { west, east } = boundsOf({ ...project({ latitude: 0, longitude: 179 }), zoom: 6 }, size);
    expect(west).toBeGreaterThan(170);
    expect(east).toBeLessThan(-170);
    const fiji = viewOf({ west: 177, east: -178, south: -19, north: -16 }, size);
    expect(toPixel(project({ latitude: -17, longitude: 179.9 }), fiji, size).x).toBeGreaterThan(100);
    expect(toPixel(project({ latitude: -17, longitude: -179 }), fiji, size).x).toBeLessThan(700);
  });

  test("tiles cover the view without a gap", () => {
    const tiles = tilesOf({ ...project(lisbon), zoom: 6.4 }, size, 6);
    const edges = {
      left: Math.min(...tiles.map(({ left }) => left)),
      right: Math.max(...tiles.map(({ left, size: pixels }) => left + pixels)),
      top: Math.min(...tiles.map(({ top }) => top)),
      bottom: Math.max(...tiles.map(({ top, size: pixels }) => top + pixels)),
    };
    expect(edges.left).toBeLessThanOrEqual(0);
    expect(edges.top).toBeLessThanOrEqual(0);
    expect(edges.right).toBeGreaterThanOrEqual(size.width);
    expect(edges.bottom).toBeGreaterThanOrEqual(size.height);
    expect(new Set(tiles.map(({ key }) => key)).size).toBe(tiles.length);
  });

  test.each(["", "1,2", "a,b,c", "91,0,3", "0,181,3", "0,0,40", "1,2,", null])(
    "%j in an address isn't a view",
    (text) => {
      expect(parseView(text)).toBeNull();
    },
  );

  test("a view in an address reads back the same", () => {
    const view = parseView(formatView({ ...project(lisbon), zoom: 7.25 }));
    expect(view?.x).toBeCloseTo(project(lisbon).x, 6);
    expect(view?.zoom).toBeCloseTo(7.3, 1);
  });
});

describe("clusters", () => {
  const world = { west: -180, south: -85, east: 180, north: 85 };
  const away = { latitude: 53.48, longitude: -2.24 };
  const near = { latitude: lisbon.latitude + 0.0005, longitude: lisbon.longitude };

  test("one marker stands for what is close together at a zoom, with its count and latest photo", () => {
    const clusters = new PhotoClusters(pointsOf([near, away, lisbon]));
    const europe = clusters.markers({ west: -15, south: 30, east: 10, north: 60 }, 5);
    expect(europe.map(({ id, count }) => [id, count]).sort()).toEqual([
      ["photo-0", 2],
      ["photo-1", 1],
    ]);
    const street = clusters.markers({ west: -9.2, south: 38.6, east: -9, north: 38.8 }, 18);
    expect(street.map(({ id, count }) => [id, count]).sort()).toEqual([
      ["photo-0", 1],
      ["photo-2", 1],
    ]);
  });

  test("photos taken at one spot never split up, and their area is that spot", () => {
    const clusters = new PhotoClusters(pointsOf([lisbon, lisbon, lisbon]));
    const [marker] = clusters.markers({ west: -10, south: 38, east: -9, north: 39 }, maxZoom);
    expect(marker).toMatchObject({ count: 3, id: "photo-0" });
    const area = marker?.area ?? world;
    expect(isOneSpot(area)).toBe(true);
    expect(area.west).toBeCloseTo(lisbon.longitude, 4);
    expect(areaPhotosPath(area)).toBe(
      "/api/map/photos?west=-9.13338&south=38.71662&east=-9.13328&north=38.71672",
    );
  });

  test("several places in one marker are separate in the view of their area", () => {
    fc.assert(
      fc.property(fc.array(anyPoint, { minLength: 2, maxLength: 50 }), (places) => {
        const clusters = new PhotoClusters(pointsOf(places));
        const area = clusters.area ?? world;
        fc.pre(!isOneSpot(area));
        const view = viewOf(area, { width: 320, height: 320 }, maxZoom);
        fc.pre(view.zoom < maxZoom);
        expect(clusters.markers(world, view.zoom).length).toBeGreaterThan(1);
      }),
      { numRuns: 30 },
    );
  });

  test("every photo is in exactly one marker", () => {
    fc.assert(
      fc.property(
        fc.array(anyPoint, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 0, max: 18 }),
        (places, zoom) => {
          const markers = new PhotoClusters(pointsOf(places)).markers(world, zoom);
          expect(markers.reduce((sum, { count }) => sum + count, 0)).toBe(places.length);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("videos are told apart from photos, and an empty list has no area", () => {
    const clusters = new PhotoClusters({ ...pointsOf([lisbon]), videos: [0] });
    expect(clusters.markers({ west: -10, south: 38, east: -9, north: 39 }, 10)[0]?.mediaType).toBe("video");
    expect(new PhotoClusters(pointsOf([])).area).toBeNull();
  });
});

describe("the ground", () => {
  test("lines are drawn where their points are, in each visible copy of the world", () => {
    const square = [-1000, 1000, 2000, 0, 0, -2000, -2000, 0];
    const outlines = unpackOutlines({ perDegree: 100, land: [square], borders: [] });
    const drawn: number[][] = [];
    const pen = {
      moveTo: (x: number, y: number) => drawn.push([x, y]),
      lineTo: (x: number, y: number) => drawn.push([x, y]),
    };
    const view = { x: 0.5, y: 0.5, zoom: 2 };
    traceLines(pen, outlines.land, view, size);
    const corner = toPixel(project({ latitude: 10, longitude: -10 }), view, size);
    expect(drawn[0]?.[0]).toBeCloseTo(corner.x, 3);
    expect(drawn[0]?.[1]).toBeCloseTo(corner.y, 3);
    expect(drawn).toHaveLength(4);
    drawn.length = 0;
    traceLines(pen, outlines.land, { ...project({ latitude: 60, longitude: 90 }), zoom: 8 }, size);
    expect(drawn).toEqual([]);
  });

  test("land across 180° continues there, and land around a pole is closed there", () => {
    const across = [
      [170, 60],
      [-170, 60],
      [-170, 50],
      [170, 60],
    ];
    expect(unwrapLine(across)).toEqual([
      [170, 60],
      [190, 60],
      [190, 50],
      [170, 60],
    ]);
    const around = [
      [-90, -70],
      [30, -70],
      [150, -70],
      [-90, -70],
    ];
    expect(unwrapLine(around).slice(3)).toEqual([
      [270, -70],
      [270, -90],
      [-90, -90],
      [-90, -70],
    ]);
  });

  test("names of larger towns come first, and none covers another", () => {
    const town = (name: string, longitude: number, population: number) => ({
      ...{ name, population, latitude: lisbon.latitude, longitude },
    });
    const labels = [
      town("Almada", -9.15, 100_000),
      town("Lisbon", -9.13, 500_000),
      town("Setúbal", -8.88, 90_000),
    ];
    const view = { ...project(lisbon), zoom: 9 };
    const placed = placeLabels(labels, view, size, { widthOf: ({ length }) => length * 8, height: 14 });
    expect(placed.map(({ name }) => name)).toEqual(["Lisbon", "Setúbal"]);
  });
});

describe("streets", () => {
  test.each([
    ["earth", "earth", "land"],
    ["water", "ocean", "water"],
    ["landuse", "park", "green"],
    ["landuse", "industrial", null],
    ["buildings", "building", "building"],
    ["roads", "highway", "highway"],
    ["roads", "minor_road", "minor"],
    ["pois", "cafe", null],
  ])("of the layer %s, %s is drawn as %s", (layer, kind, style) => {
    expect(streetStyleOf(layer, kind)).toBe(style);
  });

  test("a vector tile becomes one path per kind, in its own units", () => {
    const drawn: number[][] = [];
    class RecordedPath {
      moveTo = (x: number, y: number) => drawn.push([x, y]);
      lineTo = this.moveTo;
    }
    Object.assign(globalThis, { Path2D: RecordedPath });
    const { extent, paths } = readStreetTile(Uint8Array.from(roadTile("highway")).buffer);
    expect([extent, Object.keys(paths), drawn]).toEqual([
      4096,
      ["highway"],
      [
        [0, 0],
        [4096, 4096],
      ],
    ]);
    expect(readStreetTile(new ArrayBuffer(0)).paths).toEqual({});
  });
});

describe("a region", () => {
  test("is within 10 km of each of its points, and is the region of its own centre", () => {
    const metres = (one: { latitude: number; longitude: number }, other: typeof one) =>
      Math.hypot(
        one.latitude - other.latitude,
        (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180),
      ) * 111_195;
    fc.assert(
      fc.property(anyPoint, (point) => {
        const centre = regionCentre(point);
        expect(metres(point, centre)).toBeLessThan(10_000);
        expect(regionCentre(centre)).toEqual(centre);
      }),
    );
  });

  test("is the same for everything in it, so averages reveal nothing", () => {
    const centre = regionCentre(lisbon);
    const others = Array.from({ length: 50 }, (_, index) => ({
      latitude: centre.latitude + ((index % 7) - 3) * 0.014,
      longitude: centre.longitude + ((index % 5) - 2) * 0.02,
    }));
    expect(new Set(others.map((one) => JSON.stringify(regionCentre(one))))).toEqual(
      new Set([JSON.stringify(centre)]),
    );
  });

  test.each([
    [90, 180],
    [-90, -180],
    [0, 180],
  ])("exists at %j, %j", (latitude, longitude) => {
    const centre = regionCentre({ latitude, longitude });
    expect(Math.abs(centre.latitude)).toBeLessThan(90);
    expect(Math.abs(centre.longitude)).toBeLessThanOrEqual(180);
  });
});
