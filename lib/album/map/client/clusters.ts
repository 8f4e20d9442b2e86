import Supercluster from "supercluster";
import { type Bounds, maxZoom, project, tilePixels } from "@/lib/album/map/client/projection";
import type { MapPointsDto } from "@/lib/album/map/schema";
import { pointsPerDegree } from "@/lib/album/map/units";
import type { Point } from "@/lib/album/places/region";

/** Photos nearer to each other than this, in pixels, are one marker. */
const radius = 46;

/** The position of a photo among the points: the lowest of a cluster is its latest. */
type Properties = { latest: number };

/** One photo, or several that are too close to be told apart at this zoom. */
export interface Marker extends Point {
  /** The latest photo: its picture is shown, and no other marker has it. */
  id: string;
  mediaType: "image" | "video";
  count: number;
  x: number;
  y: number;
  /** null for a single photo. */
  clusterId: number | null;
}

/** The photos of the map, grouped for every zoom. */
export class PhotoClusters {
  readonly total: number;
  readonly #points: MapPointsDto;
  readonly #videos: Set<number>;
  // Also at the last zoom photos taken at one spot are one marker.
  readonly #index = new Supercluster<Properties, Properties>({
    radius,
    extent: tilePixels,
    maxZoom: maxZoom + 1,
    map: ({ latest }) => ({ latest }),
    reduce: (all, { latest }) => {
      all.latest = Math.min(all.latest, latest);
    },
  });

  constructor(points: MapPointsDto) {
    this.total = points.ids.length;
    this.#points = points;
    this.#videos = new Set(points.videos);
    this.#index.load(points.ids.map((_, latest) => this.#feature(latest)));
  }

  #pointAt(index: number): Point {
    return {
      latitude: (this.#points.latitudes[index] ?? 0) / pointsPerDegree,
      longitude: (this.#points.longitudes[index] ?? 0) / pointsPerDegree,
    };
  }

  #feature(latest: number) {
    const { longitude, latitude } = this.#pointAt(latest);
    const geometry = { type: "Point" as const, coordinates: [longitude, latitude] };
    return { type: "Feature" as const, properties: { latest }, geometry };
  }

  /** The markers of an area, a little beyond its edges too. */
  markers({ west, south, east, north }: Bounds, zoom: number): Marker[] {
    const wide = east < west ? east + 360 : east;
    const margin = [(wide - west) * 0.08, (north - south) * 0.08] as const;
    const area = [west - margin[0], south - margin[1], wide + margin[0], north + margin[1]] as const;
    return this.#index.getClusters([...area], Math.floor(zoom)).map(({ geometry, properties }) => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const { latest } = properties;
      const clusterId = "cluster_id" in properties ? properties.cluster_id : null;
      return {
        id: this.#points.ids[latest] ?? "",
        mediaType: this.#videos.has(latest) ? "video" : "image",
        count: "point_count" in properties ? properties.point_count : 1,
        clusterId,
        latitude,
        longitude,
        ...project({ latitude, longitude }),
      };
    });
  }

  /** The zoom at which a cluster falls apart; more than `maxZoom` if its photos are at one spot. */
  zoomToDivide(clusterId: number): number {
    return this.#index.getClusterExpansionZoom(clusterId);
  }

  /** The area of all of a cluster's photos, or of all there are. */
  boundsOf(clusterId: number | null): Bounds | null {
    const indexes =
      clusterId === null
        ? this.#points.ids.keys()
        : this.#index.getLeaves(clusterId, Infinity).map(({ properties }) => properties.latest);
    const bounds = { west: 180, south: 90, east: -180, north: -90 };
    for (const index of indexes) {
      const { latitude, longitude } = this.#pointAt(index);
      bounds.west = Math.min(bounds.west, longitude);
      bounds.east = Math.max(bounds.east, longitude);
      bounds.south = Math.min(bounds.south, latitude);
      bounds.north = Math.max(bounds.north, latitude);
    }
    return bounds.west <= bounds.east ? bounds : null;
  }
}
