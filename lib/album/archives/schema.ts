import { z } from "zod";
import { batchIdsSchema, refusalSchema, withStacksSchema } from "@/lib/album/batch/schema";
import { monthSchema } from "@/lib/album/media/schema";
import { yearSchema } from "@/lib/shared/year-schema";

/** How long a ZIP can be fetched and its download resumed. */
export const archiveHours = 24;
/** How many ZIPs one person can have ready; another one replaces the oldest. */
export const maxArchives = 20;
/** Files in one ZIP. */
export const maxArchiveFiles = 20_000;

export const createArchiveSchema = z
  .object({
    mediaIds: batchIdsSchema.optional(),
    withStacks: withStacksSchema,
    albumId: z.string().max(100).optional(),
    year: yearSchema.optional(),
    month: monthSchema.optional(),
  })
  .refine(
    (wanted) =>
      [wanted.mediaIds, wanted.albumId, wanted.year].filter((one) => one !== undefined).length === 1,
    {
      error: "Please choose photos and videos, an album, or a year",
      path: ["mediaIds"],
    },
  )
  .refine(({ year, month }) => month === undefined || year !== undefined, {
    error: "Year is required",
    path: ["year"],
  });
export type CreateArchiveInput = z.infer<typeof createArchiveSchema>;

export const archiveSchema = z.object({
  id: z.string(),
  /** Where to download the ZIP. */
  url: z.string(),
  fileName: z.string(),
  /** Size of the ZIP. Without locations, as for children, the size is only known once the ZIP is complete. */
  bytes: z.number(),
  /** Files in it. */
  count: z.number(),
  /** What was requested but is not in it. */
  refusals: z.array(refusalSchema),
});
export type ArchiveDto = z.infer<typeof archiveSchema>;

export const archiveQuerySchema = z.object({ place: z.literal("without").optional() });

/** As stored: media id or clip id, name in the ZIP, bytes, seconds since 1970. */
export const archiveEntriesSchema = z.array(z.tuple([z.string(), z.string(), z.number(), z.number()]));
export type ArchiveEntries = z.infer<typeof archiveEntriesSchema>;
