import { z } from "zod";

export const removeFamilyTask = "families.remove";
export const removeFamilyPayload = z.object({ familyId: z.uuid() });
