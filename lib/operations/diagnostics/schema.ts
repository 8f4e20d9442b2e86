import { z } from "zod";
import { limitSchema, offsetSchema, paginationSchema } from "@/lib/shared/pagination";

export const listDiagnosticsQuery = z.object({
  mediaType: z.enum(["image", "video"]).optional(),
  /** `broken`: what has failed, or has been waiting for more than a minute. */
  only: z.enum(["broken"]).optional(),
  limit: limitSchema(100).optional(),
  offset: offsetSchema(1_000_000).optional(),
});
export type ListDiagnosticsQuery = z.infer<typeof listDiagnosticsQuery>;

const fileStateSchema = z.object({
  /** `clip`: a Live Photo's, as uploaded. */
  kind: z.enum(["original", "clip", "thumbnail", "medium", "playable", "playable-small"]),
  /** Whether the file should exist. */
  isExpected: z.boolean(),
  /** Size of the stored file; null if there is none. */
  bytes: z.number().nullable(),
});
export type FileStateDto = z.infer<typeof fileStateSchema>;

/** An item of the family, with the state of everything made from it. */
export const mediaDiagnosisSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.enum(["image", "video"]),
  mimeType: z.string(),
  year: z.number(),
  month: z.number(),
  description: z.string(),
  uploadDate: z.iso.datetime(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationMs: z.number().nullable(),
  derivatives: z.enum(["none", "pending", "ready", "failed"]),
  derivativeError: z.string().nullable(),
  deriveAttempts: z.number(),
  playable: z.enum(["none", "pending", "ready", "failed"]),
  /** For a long video's rendition for slow connections. */
  playableSmall: z.enum(["none", "pending", "ready", "failed"]),
  transcodeAttempts: z.number(),
  files: z.array(fileStateSchema),
});
export type MediaDiagnosisDto = z.infer<typeof mediaDiagnosisSchema>;

export const mediaDiagnosisPageSchema = z.object({
  items: z.array(mediaDiagnosisSchema),
  pagination: paginationSchema,
});
export type MediaDiagnosisPageDto = z.infer<typeof mediaDiagnosisPageSchema>;

/** A clip's properties, from its headers. */
export const clipFactsSchema = z.object({
  rendition: z.enum(["original", "playable"]),
  bytes: z.number().nullable(),
  facts: z
    .object({
      videoCodec: z.string(),
      audioCodec: z.string().nullable(),
      width: z.number(),
      height: z.number(),
      durationMs: z.number(),
      /** Chromium and Safari can play it directly. */
      isWebPlayable: z.boolean(),
      isHdr: z.boolean(),
    })
    .nullable(),
  /** Why the properties could not be read. */
  problem: z.string().nullable(),
});
export type ClipFactsDto = z.infer<typeof clipFactsSchema>;

export const itemDiagnosisSchema = mediaDiagnosisSchema.extend({
  /** For a clip: its original and, if there is one, its playable rendition. */
  clip: z.array(clipFactsSchema),
});
export type ItemDiagnosisDto = z.infer<typeof itemDiagnosisSchema>;
