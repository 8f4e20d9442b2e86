import { z } from "zod";

/** Reads one picture: its faces, its things, or both, as the family asks for. */
export const readPictureTask = "recognition.read-picture";
export const readPicturePayload = z.object({ mediaId: z.uuid() });
/** Queues the pictures of a family that are not read yet, some at a time. */
export const readFamilyTask = "recognition.read-family";
export const readFamilyPayload = z.object({ familyId: z.uuid() });
