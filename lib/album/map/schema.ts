import { z } from "zod";
import { mediaItemSchema, stacksParameter } from "@/lib/album/media/schema";
import { cursorSchema, pageQuerySchema } from "@/lib/shared/pagination";

/** Beyond this many points, the oldest are left out. */
export const maxPoints = 200_000;

/** The map's photos in columns, latest first: the n-th entry of each belongs to the same photo. */
export const mapPointsSchema = z.object({
  ids: z.array(z.string()),
  latitudes: z.array(z.number()),
  longitudes: z.array(z.number()),
  /** Indices of the videos. */
  videos: z.array(z.number()),
});
export type MapPointsDto = z.infer<typeof mapPointsSchema>;

const degrees = (most: number) => {
  const message = `Must be from -${most} to ${most}`;
  return z.coerce.number(message).min(-most, message).max(most, message);
};

const pageFields = pageQuerySchema.extend({ before: cursorSchema().optional(), stacks: stacksParameter });

/** An area of the map; it crosses 180° if west is greater than east. */
export const areaQuerySchema = pageFields
  .extend({
    west: degrees(180),
    south: degrees(90),
    east: degrees(180),
    north: degrees(90),
  })
  .refine(({ south, north }) => south <= north, { error: "North is below south", path: ["north"] })
  .refine(({ before, cursor, offset }) => before === undefined || (cursor ?? offset) === undefined, {
    error: "Use only one of before, cursor and offset",
    path: ["before"],
  });
export type AreaQuery = z.output<typeof areaQuerySchema>;

/** Lists the towns with the family's photos, most photos first; with q, towns of that name, those with photos first. */
export const placesQuerySchema = z.object({
  q: z.string().trim().max(100, "Must be at most 100 characters").optional(),
});

export const mapPlaceSchema = z.object({
  /** GeoNames' id; 0 away from any town. */
  id: z.number(),
  name: z.string(),
  country: z.string().nullable(),
  /** Its position on the map; null away from any town. */
  at: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  photoCount: z.number(),
  /** Its latest photo. */
  cover: mediaItemSchema.pick({ id: true, mediaType: true }).nullable(),
});
export type MapPlaceDto = z.infer<typeof mapPlaceSchema>;
export const mapPlacesSchema = z.array(mapPlaceSchema);

/** A town by GeoNames' id. */
export const placeParams = z.object({
  town: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});

/** A standard web map tile: 2^z columns and rows. */
export const tileParams = z
  .object({
    z: z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number),
    x: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number),
    y: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number),
  })
  .refine(({ z: zoom, x, y }) => zoom <= 20 && x < 2 ** zoom && y < 2 ** zoom);
export type TileAddress = z.output<typeof tileParams>;

/** The largest towns of a tile, largest first. */
export const townNamesSchema = z.array(
  z.object({
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    population: z.number(),
  }),
);
export type TownNameDto = z.infer<typeof townNamesSchema>[number];

/** Outlines for the whole world, for a continent and for a coast. */
export const outlineDetails = ["coarse", "fine", "finest"] as const;
export type OutlineDetail = (typeof outlineDetails)[number];
export const outlineParams = z.object({ detail: z.enum(outlineDetails) });

/** In whole units; each longitude and latitude is the difference from the previous one. */
export interface OutlinesDto {
  /** Units per degree. */
  perDegree: number;
  /** Rings of the land; inner ones are lakes. */
  land: number[][];
  /** Lines between countries. */
  borders: number[][];
}
