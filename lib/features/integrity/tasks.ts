import { z } from "zod";

/** Begins the nightly comparison of rows, files and hashes. */
export const beginIntegrityTask = "integrity.begin";
/** Goes on with one that has begun. */
export const checkIntegrityTask = "integrity.check";
export const checkIntegrityPayload = z.object({ reportId: z.uuid() });
