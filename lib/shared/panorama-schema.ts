import { z } from "zod";
import { isOnSphere } from "@/lib/shared/panorama";

export const panoramaSchema = z
  .object({
    left: z.number(),
    top: z.number(),
    width: z.number(),
    height: z.number(),
    pitch: z.number(),
    roll: z.number(),
  })
  .refine(isOnSphere);
