import Supercluster, { type PointFeature } from "supercluster";
import { type Bounds, maxZoom, project, tilePixels, worldPixels } from "@/lib/album/map/client/projection";
import type { MapPointsDto } from "@/lib/album/map/schema";
import { pointsPerDegree } from "@/lib/album/map/units";
import type { Point } from "@/lib/album/places/region";

/** Photos nearer to each other than this, in pixels, are one marker. */
const radius = 60;

/** The latest of a marker's photos, by its position among the points, and where all of them are. */
type Properties = Bounds & { latest: number };

/** One photo, or several that are too close to be told apart at this zoom. */
export interface Marker extends Point {
  /** The latest photo: its picture is shown, and no other marker has it. */
  id: string;
  mediaType: "image" | "video";
  count: number;
  x: number;
  y: number;
  /** Where its photos are. */
  area: Bounds;
}

const areaOf = ({ west, south, east, north }: Bounds): Bounds => ({ west, south, east, north });

type Clusters = Supercluster<Properties, Properties>;

/** Whether photos of this area are one marker however near one looks. */
export function isOneSpot({ west, south, east, north }: Bounds): boolean {
  const first = project({ latitude: north, longitude: west });
  const last = project({ latitude: south, longitude: east });
  return Math.max(last.x - first.x, last.y - first.y) * worldPixels(maxZoom) < radius;
}

function widen(all: Bounds, { west, south, east, north }: Bounds): void {
  all.west = Math.min(all.west, west);
  all.south = Math.min(all.south, south);
  all.east = Math.max(all.east, east);
  all.north = Math.max(all.north, north);
}

/** The photos of the map, grouped by the zoom at which they are looked at. */
export class PhotoClusters {
  readonly total: number;
  /** Where all photos are; null without any. */
  readonly area: Bounds | null;
  readonly #points: MapPointsDto;
  readonly #videos: Set<number>;
  readonly #features: PointFeature<Properties>[];
  /** A map is looked at in few of its zooms: grouping photos for all of them at once would take twenty times as long. */
  readonly #byZoom = new Map<number, Clusters>();

  constructor(points: MapPointsDto) {
    this.total = points.ids.length;
    this.#points = points;
    this.#videos = new Set(points.videos);
    this.#features = points.ids.map((_, latest) => this.#feature(latest));
    const [first, ...others] = this.#features;
    this.area = first ? areaOf(first.properties) : null;
    for (const { properties } of others) if (this.area) widen(this.area, properties);
  }

  #feature(latest: number): PointFeature<Properties> {
    const latitude = (this.#points.latitudes[latest] ?? 0) / pointsPerDegree;
    const longitude = (this.#points.longitudes[latest] ?? 0) / pointsPerDegree;
    return {
      type: "Feature",
      properties: { latest, west: longitude, south: latitude, east: longitude, north: latitude },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    };
  }

  #at(zoom: number): Clusters {
    const known = this.#byZoom.get(zoom);
    if (known) return known;
    const clusters: Clusters = new Supercluster({
      ...{ radius, extent: tilePixels, minZoom: zoom, maxZoom: zoom },
      map: (properties) => ({ ...properties }),
      reduce: (all, one) => {
        all.latest = Math.min(all.latest, one.latest);
        widen(all, one);
      },
    });
    clusters.load(this.#features);
    this.#byZoom.set(zoom, clusters);
    return clusters;
  }

  /** The markers of an area, a little beyond its edges too. */
  markers({ west, south, east, north }: Bounds, zoom: number): Marker[] {
    const wide = east < west ? east + 360 : east;
    const margin = [(wide - west) * 0.08, (north - south) * 0.08] as const;
    const area = [west - margin[0], south - margin[1], wide + margin[0], north + margin[1]] as const;
    const level = Math.floor(zoom);
    return this.#at(level)
      .getClusters([...area], level)
      .map(({ geometry, properties }) => {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        return {
          id: this.#points.ids[properties.latest] ?? "",
          mediaType: this.#videos.has(properties.latest) ? "video" : "image",
          count: "point_count" in properties ? properties.point_count : 1,
          area: areaOf(properties),
          latitude,
          longitude,
          ...project({ latitude, longitude }),
        };
      });
  }
}
