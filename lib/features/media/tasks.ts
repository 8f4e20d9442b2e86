import { z } from "zod";

/** Background tasks of the album and their payloads. */
export const deriveTask = "media.derive";
export const transcodeTask = "media.transcode";
export const removeFilesTask = "media.remove-files";

export const mediaTaskPayload = z.object({ mediaId: z.string() });
export const removeFilesPayload = z.object({ keys: z.array(z.string()) });
