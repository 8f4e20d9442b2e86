import { z } from "zod";
import { lineSchema } from "@/lib/shared/text";

export const maxHiddenPlaces = 20;
const maxPlaceNameLength = 60;
const minRadiusM = 100;
const maxRadiusM = 20_000;
export const defaultRadiusM = 300;

/** Photos near a hidden place are shown at the centre of its region, or at no place. */
export const hiddenPlaceModes = ["rounded", "leftOut"] as const;
export type HiddenPlaceMode = (typeof hiddenPlaceModes)[number];

export const latitudeSchema = z
  .number("Please enter a latitude")
  .min(-90, "A latitude is from -90 to 90")
  .max(90, "A latitude is from -90 to 90");
export const longitudeSchema = z
  .number("Please enter a longitude")
  .min(-180, "A longitude is from -180 to 180")
  .max(180, "A longitude is from -180 to 180");

const radiusMessage = "The radius is from 100 m to 20 km";
const fields = {
  name: lineSchema(maxPlaceNameLength, "Please give the place a name"),
  radiusM: z
    .number(radiusMessage)
    .int(radiusMessage)
    .min(minRadiusM, radiusMessage)
    .max(maxRadiusM, radiusMessage),
  mode: z.enum(hiddenPlaceModes, "Choose rounded or leftOut"),
};

export const createHiddenPlaceSchema = z.object({
  name: fields.name,
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  radiusM: fields.radiusM.default(defaultRadiusM),
  mode: fields.mode.default("rounded"),
});
export type CreateHiddenPlaceInput = z.output<typeof createHiddenPlaceSchema>;

/** Omitted fields stay. A place can't be moved, only removed and another one added. */
export const updateHiddenPlaceSchema = z
  .object({
    name: fields.name.optional(),
    radiusM: fields.radiusM.optional(),
    mode: fields.mode.optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    "There is nothing to change",
  );
export type UpdateHiddenPlaceInput = z.output<typeof updateHiddenPlaceSchema>;

/** Without its coordinates: once hidden, they leave the server only in an export of the whole album. */
export const hiddenPlaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  radiusM: z.number(),
  mode: z.enum(hiddenPlaceModes),
  /** How many of the family's photos it hides. */
  photoCount: z.number(),
});
export type HiddenPlaceDto = z.infer<typeof hiddenPlaceSchema>;
export const hiddenPlacesSchema = z.array(hiddenPlaceSchema);
