import { type Bounds, maxZoom, project, unproject, worldPixels } from "@/lib/album/map/client/projection";
import type { MapPointsDto } from "@/lib/album/map/schema";
import { pointsPerDegree } from "@/lib/album/map/units";
import type { Point } from "@/lib/album/places/region";

/** Photos closer together than this, in pixels, share a marker: a 48-pixel picture and the space around it. */
const radius = 80;

/** One photo, or several that are too close to be told apart at this zoom. */
export interface Marker extends Point {
  /** The latest photo, whose picture is shown; no two markers share one. */
  id: string;
  mediaType: "image" | "video";
  count: number;
  x: number;
  y: number;
  /** Where its photos are. */
  area: Bounds;
}

/** Whether the photos of this area stay one marker even at the closest zoom. */
export function isOneSpot({ west, south, east, north }: Bounds): boolean {
  const first = project({ latitude: north, longitude: west });
  const last = project({ latitude: south, longitude: east });
  return Math.max(last.x - first.x, last.y - first.y) * worldPixels(maxZoom) < radius;
}

/** Whether a longitude is at most this many degrees east of another, also across 180°. */
const isWithin = (longitude: number, west: number, degrees: number) =>
  (((longitude - west) % 360) + 360) % 360 <= degrees;

/** Points not grouped yet, in a grid of squares with the radius as their side: neighbours are one square away. */
class Squares {
  readonly #columns: number;
  readonly #squares = new Map<number, number[]>();

  constructor(
    readonly xs: Float64Array,
    readonly ys: Float64Array,
    readonly side: number,
  ) {
    this.#columns = Math.ceil(1 / side) + 2;
    for (let index = 0; index < xs.length; index++) {
      const key = this.#key(this.#cell(xs, index), this.#cell(ys, index));
      const square = this.#squares.get(key);
      if (square) square.push(index);
      else this.#squares.set(key, [index]);
    }
  }

  #cell(all: Float64Array, index: number): number {
    return Math.floor((all[index] ?? 0) / this.side);
  }

  #key(column: number, row: number): number {
    return row * this.#columns + column;
  }

  /** Removes and returns the points near one, itself included. */
  takeNear(index: number): number[] {
    const { xs, ys, side } = this;
    const [x, y] = [xs[index] ?? 0, ys[index] ?? 0];
    const [column, row] = [this.#cell(xs, index), this.#cell(ys, index)];
    const near: number[] = [];
    for (let nearRow = row - 1; nearRow <= row + 1; nearRow++) {
      for (let nearColumn = column - 1; nearColumn <= column + 1; nearColumn++) {
        const square = this.#squares.get(this.#key(nearColumn, nearRow));
        if (!square) continue;
        let kept = 0;
        for (const other of square) {
          const [right, down] = [(xs[other] ?? 0) - x, (ys[other] ?? 0) - y];
          if (right * right + down * down <= side * side) near.push(other);
          else square[kept++] = other;
        }
        square.length = kept;
      }
    }
    return near;
  }
}

/**
 * The map's photos, grouped for each zoom level: the latest photo and all those near it form a marker, then the latest
 * of the rest, and so on. Columns of numbers instead of an object per photo: ten thousand are grouped in a few
 * milliseconds.
 */
export class PhotoClusters {
  readonly total: number;
  /** The area of all photos; null if there are none. */
  readonly area: Bounds | null;
  readonly #points: MapPointsDto;
  readonly #videos: Set<number>;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  /** A map is usually viewed at only a few of its zoom levels. */
  readonly #byZoom = new Map<number, Marker[]>();

  constructor(points: MapPointsDto) {
    this.total = points.ids.length;
    this.#points = points;
    this.#videos = new Set(points.videos);
    this.#xs = new Float64Array(this.total);
    this.#ys = new Float64Array(this.total);
    for (let index = 0; index < this.total; index++) {
      const { x, y } = project(this.#pointAt(index));
      this.#xs[index] = x;
      this.#ys[index] = y;
    }
    this.area = this.total > 0 ? this.#areaOf(points.ids.keys()) : null;
  }

  #pointAt(index: number): Point {
    return {
      latitude: (this.#points.latitudes[index] ?? 0) / pointsPerDegree,
      longitude: (this.#points.longitudes[index] ?? 0) / pointsPerDegree,
    };
  }

  #areaOf(indexes: Iterable<number>): Bounds {
    const { latitudes, longitudes } = this.#points;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const index of indexes) {
      const [latitude = 0, longitude = 0] = [latitudes[index], longitudes[index]];
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
    const degrees = (units: number) => units / pointsPerDegree;
    return { west: degrees(west), south: degrees(south), east: degrees(east), north: degrees(north) };
  }

  /** @param near photos that share a marker, including `latest` */
  #marker(latest: number, near: readonly number[]): Marker {
    let [x, y] = [0, 0];
    for (const index of near) {
      x += this.#xs[index] ?? 0;
      y += this.#ys[index] ?? 0;
    }
    const middle = { x: x / near.length, y: y / near.length };
    return {
      id: this.#points.ids[latest] ?? "",
      mediaType: this.#videos.has(latest) ? "video" : "image",
      count: near.length,
      area: this.#areaOf(near),
      ...middle,
      ...unproject(middle),
    };
  }

  #at(zoom: number): Marker[] {
    const known = this.#byZoom.get(zoom);
    if (known) return known;
    const squares = new Squares(this.#xs, this.#ys, radius / worldPixels(zoom));
    const markers: Marker[] = [];
    const isGrouped = new Uint8Array(this.total);
    for (let latest = 0; latest < this.total; latest++) {
      if (isGrouped[latest]) continue;
      const near = squares.takeNear(latest);
      for (const index of near) isGrouped[index] = 1;
      markers.push(this.#marker(latest, near));
    }
    this.#byZoom.set(zoom, markers);
    return markers;
  }

  /** The markers in an area and slightly beyond its edges. */
  markers({ west, south, east, north }: Bounds, zoom: number): Marker[] {
    const wide = (east < west ? east + 360 : east) - west;
    const [across, down] = [wide * 0.08, (north - south) * 0.08];
    return this.#at(Math.floor(zoom)).filter(
      ({ latitude, longitude }) =>
        latitude >= south - down &&
        latitude <= north + down &&
        (wide + 2 * across >= 360 || isWithin(longitude, west - across, wide + 2 * across)),
    );
  }
}
