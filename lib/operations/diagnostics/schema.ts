import { z } from "zod";
import { limitSchema, offsetSchema, paginationSchema } from "@/lib/shared/pagination";

export const listDiagnosticsQuery = z.object({
  mediaType: z.enum(["image", "video"]).optional(),
  /** `broken`: what failed, or has waited for more than a minute. */
  only: z.enum(["broken"]).optional(),
  limit: limitSchema(100).optional(),
  offset: offsetSchema(1_000_000).optional(),
});
export type ListDiagnosticsQuery = z.infer<typeof listDiagnosticsQuery>;

const fileStateSchema = z.object({
  kind: z.enum(["original", "thumbnail", "medium", "playable"]),
  /** Whether there should be one. */
  isExpected: z.boolean(),
  /** Of what lies in the storage; null: nothing does. */
  bytes: z.number().nullable(),
});
export type FileStateDto = z.infer<typeof fileStateSchema>;

/** An item of the family with the state of everything made of it. */
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
  transcodeAttempts: z.number(),
  files: z.array(fileStateSchema),
});
export type MediaDiagnosisDto = z.infer<typeof mediaDiagnosisSchema>;

export const mediaDiagnosisPageSchema = z.object({
  items: z.array(mediaDiagnosisSchema),
  pagination: paginationSchema,
});
export type MediaDiagnosisPageDto = z.infer<typeof mediaDiagnosisPageSchema>;

/** What a film is, from its headers. */
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
      /** Chromium and Safari play it as it is. */
      isWebPlayable: z.boolean(),
      isHdr: z.boolean(),
    })
    .nullable(),
  /** Why there are no facts. */
  problem: z.string().nullable(),
});
export type ClipFactsDto = z.infer<typeof clipFactsSchema>;

export const itemDiagnosisSchema = mediaDiagnosisSchema.extend({
  /** Of a clip: its original and, where there is one, its playable rendition. */
  clip: z.array(clipFactsSchema),
});
export type ItemDiagnosisDto = z.infer<typeof itemDiagnosisSchema>;
