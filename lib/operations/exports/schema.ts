import { z } from "zod";
import { proofSchema } from "@/lib/account/security/schema";
import { exportScopes } from "@/lib/album/exports/format";

/** How long a ZIP can be downloaded once it is prepared. */
export const exportDays = 7;
/** Ready exports of each kind per person; another one replaces the oldest. */
export const maxReadyExports = 3;
/** How long, and how many, lists of files are stored, so that a later export can leave out what is in them. */
export const exportListDays = 400;
export const maxExportLists = 12;

export const exportStates = ["preparing", "ready", "failed", "outdated", "expired"] as const;

/** An earlier export of the same kind, whose files are left out; null: everything. */
const since = z
  .string({ error: "Please say since when, or null for everything" })
  .max(100, "Must be at most 100 characters")
  .nullable();
/** Required, because an empty body would export everything. */
export const createExportSchema = z.object({ since });
export type CreateExportInput = z.infer<typeof createExportSchema>;

export const createFamilyExportSchema = proofSchema.extend({ since: since.default(null) });
export type CreateFamilyExportInput = z.infer<typeof createFamilyExportSchema>;

export const exportSchema = z.object({
  id: z.string(),
  /** The whole album, or the caller's uploads. */
  scope: z.enum(exportScopes),
  state: z.enum(exportStates),
  /** 0 to 100. */
  progress: z.number(),
  createdAt: z.string(),
  /** The earlier export that has the other files; null for a complete one. */
  since: z.object({ id: z.string(), createdAt: z.string() }).nullable(),
  /** Photos and videos that it describes, files in the ZIP, and its length. */
  itemCount: z.number(),
  fileCount: z.number(),
  bytes: z.number(),
  /** Files that the storage has lost, so they aren't in it. */
  lostCount: z.number(),
  fileName: z.string(),
  /** Where the ZIP is downloaded, and until when; null unless it is ready. */
  url: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** Whether another export can be limited to what is new since this one: it has been downloaded. */
  canBeContinued: z.boolean(),
});
export type ExportDto = z.infer<typeof exportSchema>;

const amountSchema = z.object({ items: z.number(), bytes: z.number() });
export const exportListSchema = z.object({
  /** Latest first. */
  exports: z.array(exportSchema),
  /** What would be exported now; null for anyone but owners. */
  family: amountSchema.nullable(),
  own: amountSchema,
});
export type ExportListDto = z.infer<typeof exportListSchema>;
