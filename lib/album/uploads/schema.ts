import { z } from "zod";
import {
  checkYearPrecision,
  descriptionSchema,
  monthSchema,
  yearPrecisionSchema,
} from "@/lib/album/media/schema";
import { lineSchema } from "@/lib/shared/text";
import { chunkBytes, chunkBytesOf } from "@/lib/shared/upload-limits";
import { yearSchema } from "@/lib/shared/year-schema";

/** The most raw bytes one call can carry: a run of whole chunks. */
export const partBytesOf = (fileSize: number) => Math.max(8 * chunkBytes, chunkBytesOf(fileSize));
/** quality.md, Uploads. */
export const maxOpenUploads = 5;

export const fileNameSchema = lineSchema(255, "File name is required");

const uploadShape = z.object({
  fileName: fileNameSchema,
  /** `image`, `video` or a MIME type. The bytes decide what the file really is. */
  fileType: z
    .string()
    .max(100)
    .refine(
      (type) => /^(image|video)(\/|$)/.test(type),
      "Unsupported file type. Please upload an image or video file.",
    ),
  year: yearSchema,
  month: monthSchema,
  yearPrecision: yearPrecisionSchema.optional(),
  description: descriptionSchema.optional(),
});
/** POST /api/media without the file: the same fields come as JSON or as multipart/form-data. */
export const uploadFieldsSchema = uploadShape.superRefine(checkYearPrecision);
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

/** The JSON body, for the API documentation: `fileData` is base64 or a data URL and is read as it streams. */
export const uploadBodySchema = uploadShape.extend({ fileData: z.string() });

export const uploadIdSchema = lineSchema(400, "uploadId is required");

export const initUploadSchema = z
  .object({
    fileName: fileNameSchema,
    fileSize: z.int().min(1, "The file is empty"),
    totalChunks: z.int().min(1),
    uploadId: uploadIdSchema,
    year: yearSchema,
    month: monthSchema,
    yearPrecision: yearPrecisionSchema.optional(),
    description: descriptionSchema.optional(),
  })
  .superRefine(checkYearPrecision);
export type InitUploadInput = z.infer<typeof initUploadSchema>;

export const chunkFieldsSchema = z.object({
  uploadId: uploadIdSchema,
  chunkIndex: z.int().min(0).max(9_999),
});
export const chunkBodySchema = chunkFieldsSchema.extend({ chunkData: z.string() });
export const uploadIdBodySchema = z.object({ uploadId: uploadIdSchema });

export const uploadProgressSchema = z.object({
  uploadId: z.string(),
  received: z.array(z.number()),
  totalChunks: z.number(),
  /** The bytes of each chunk but the last: 1 MiB, or more in files over 100 MiB. */
  chunkBytes: z.number(),
  /** The most raw bytes that a call takes: as many chunks as fit, and the last one. */
  partBytes: z.number(),
});
export type UploadProgressDto = z.infer<typeof uploadProgressSchema>;

/** Specification 3, Duplicate-file info. */
export const duplicateSchema = z.object({
  existingId: z.string(),
  fileName: z.string(),
  uploadDate: z.string(),
});
export type DuplicateDto = z.infer<typeof duplicateSchema>;

/** The maximum size of one file, for the current family. */
export const uploadLimitsSchema = z.object({
  maxImageBytes: z.number(),
  maxVideoBytes: z.number(),
  /** If false, an iPhone has to convert its photos. */
  takesHeic: z.boolean(),
});
export type UploadLimits = z.infer<typeof uploadLimitsSchema>;

/** Google makes parts of up to 50 GB. */
export const maxArchiveBytes = 64 * 1024 ** 3;
