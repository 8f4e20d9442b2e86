import { z } from "zod";

const maxTextLength = 120;

/** A camera's text on one line, without the control characters that some pad their names with. */
const text = z
  .string()
  .transform((value) => {
    const line = value.toWellFormed().replace(/[\s\p{Cc}\p{Cf}\uFFFD]+/gu, " ");
    // By character: half of one could not be stored.
    return [...line.trim()].slice(0, maxTextLength).join("").trim() || null;
  })
  .nullable()
  .catch(null);

const within = (least: number, most: number) => z.number().min(least).max(most).nullable().catch(null);
const wholeWithin = (least: number, most: number) =>
  within(least, most).transform((value) => value && Math.round(value));

/** A UUID, written as such, as Apple's devices make them. */
const contentIdentifier = z
  .string()
  .trim()
  .regex(/^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/i)
  .toUpperCase()
  .nullable()
  .catch(null);

interface Place {
  latitude: number | null;
  longitude: number | null;
  altitudeM: number | null;
}

/** Half a place is no place, and a receiver without a fix writes 0, 0. */
const withoutUnsetPlace = <Facts extends Place>(facts: Facts): Facts => {
  const { latitude, longitude } = facts;
  const isSet = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0);
  return isSet ? facts : { ...facts, latitude: null, longitude: null, altitudeM: null };
};

/**
 * What an original says about itself, from whatever was found in it: anything missing, malformed or absurd is null, so
 * parsing an object never fails.
 */
export const originalFactsSchema = z
  .object({
    cameraMake: text,
    cameraModel: text,
    lens: text,
    /** Bulb exposures of astronomers last hours. */
    exposureSeconds: within(1e-6, 86_400),
    fNumber: within(0.3, 1_000),
    iso: wholeWithin(1, 10_000_000),
    focalLengthMm: within(0.1, 20_000),
    focalLength35mm: wholeWithin(1, 20_000),
    hasFlashFired: z.boolean().nullable().catch(null),
    latitude: within(-90, 90),
    longitude: within(-180, 180),
    /** The Dead Sea to above any airliner. */
    altitudeM: within(-500, 50_000),
    orientation: z.int().min(1).max(8).nullable().catch(null),
    colorSpace: text,
    /** Apple's name for both parts of a Live Photo, uppercase. */
    contentIdentifier,
  })
  .transform(withoutUnsetPlace);
export type OriginalFacts = z.output<typeof originalFactsSchema>;
export type FoundFacts = Partial<Record<keyof OriginalFacts, unknown>>;

/** The facts of an original that has none. */
export const noFacts: OriginalFacts = originalFactsSchema.parse({});
