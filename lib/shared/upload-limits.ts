import { mebibyte } from "@/lib/shared/units";

// Numbers that the upload dialog needs too. They are separate from the schemas, whose validator would be fetched along
// with them.

/** Specification 9.4; MB is 1,048,576 bytes (api.md, Sizes). */
export const maxImageBytes = 10 * mebibyte;
export const maxVideoBytes = 100 * mebibyte;
/** Specification 9.4. */
export const chunkBytes = mebibyte;
export const chunkedUploadThresholdBytes = 10 * mebibyte;
/** How long an unfinished upload is kept (quality.md, Uploads). */
export const uploadLifetimeHours = 24;
export const maxDescriptionLength = 2000;
/** Specification 9.5. */
export const recentHashtagsShown = 8;
