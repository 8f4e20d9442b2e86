import { z } from "zod";

const share = z.number().min(0).max(1);
const degrees = z.number().min(-360).max(360);

/** The part of the sphere around the camera that a 360° photo shows, as shares of the whole sphere. */
export const panoramaSchema = z
  .object({
    left: share,
    top: share,
    width: share.positive(),
    height: share.positive(),
    /** How the camera was tilted: degrees by which the picture's horizon is off. */
    pitch: degrees,
    roll: degrees,
  })
  .refine(({ left, top, width, height }) => left + width <= 1.001 && top + height <= 1.001);
export type Panorama = z.infer<typeof panoramaSchema>;
