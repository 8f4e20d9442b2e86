import { z } from "zod";
import { cropSchema } from "@/lib/album/media/crop";
import { maxLight, maxStraighten, minCropShare, type PictureEdits } from "@/lib/shared/picture-edits";

const tooSmall = "The crop is too small";

/** How a photo is shown, as instructions: PictureEdits. */
export const pictureEditsSchema = z.object({
  quarterTurns: z.int().min(0).max(3),
  isMirrored: z.boolean(),
  straighten: z.number().min(-maxStraighten).max(maxStraighten),
  crop: cropSchema
    .refine(({ width }) => width >= minCropShare, { error: tooSmall, path: ["width"] })
    .refine(({ height }) => height >= minCropShare, { error: tooSmall, path: ["height"] })
    .nullable(),
  light: z.int().min(-maxLight).max(maxLight),
});

/** The version that the person saw: a counter of the item's changes. */
const seenVersion = z.int().min(0).max(2_147_483_647);

export const saveEditsSchema = pictureEditsSchema.extend({ version: seenVersion });
export type SaveEditsInput = z.infer<typeof saveEditsSchema>;

export const revertEditsQuerySchema = z.object({
  version: z
    .string()
    .regex(/^\d{1,9}$/, "Must be a number")
    .transform(Number),
});

/** The edits stored in a row; null if there are none. */
export const readEdits = (stored: unknown): PictureEdits | null =>
  pictureEditsSchema.nullable().parse(stored);
