import { z } from "zod";
import { idParam } from "@/lib/shared/id-params";

export const recognitionSchema = z.object({
  /** Whether this server supports it at all. */
  isAvailable: z.boolean(),
  faces: z.boolean(),
  labels: z.boolean(),
  /** Still to be analysed; counted up to maxCountedPictures. */
  picturesLeft: z.number().int(),
  facesCount: z.number().int(),
  /** Unnamed groups of at least two faces. */
  groupsToName: z.number().int(),
  /** People of the family whose faces are never looked for, by their id. */
  neverRecognized: z.array(z.string()),
});
export type RecognitionDto = z.infer<typeof recognitionSchema>;

export const updateRecognitionSchema = z
  .object({
    faces: z.boolean("Must be true or false").optional(),
    labels: z.boolean("Must be true or false").optional(),
  })
  .refine(({ faces, labels }) => faces !== undefined || labels !== undefined, {
    path: ["faces"],
    message: "Please choose what to change",
  });
export type UpdateRecognitionInput = z.infer<typeof updateRecognitionSchema>;

export const recognitionPersonParams = z.object({ memberId: idParam });

export const markPersonSchema = z.object({
  neverRecognize: z.boolean("Must be true or false"),
});

export const markedPersonSchema = z.object({ memberId: z.string(), neverRecognize: z.boolean() });
export type MarkedPersonDto = z.infer<typeof markedPersonSchema>;
