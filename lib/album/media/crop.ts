import { z } from "zod";

const share = z.number().min(0).max(1);
/** A part of the upright picture, as fractions of its sides. */
export const cropSchema = z
  .object({ x: share, y: share, width: share.positive(), height: share.positive() })
  .refine(({ x, width }) => x + width <= 1.0001, {
    error: "The crop is outside the photo",
    path: ["width"],
  })
  .refine(({ y, height }) => y + height <= 1.0001, {
    error: "The crop is outside the photo",
    path: ["height"],
  });
export type Crop = z.infer<typeof cropSchema>;

/** Where a face is, from the top left corner, as fractions of the upright picture's width and height. */
export const faceBoxSchema = z.object({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});
export type FaceBoxDto = z.infer<typeof faceBoxSchema>;
