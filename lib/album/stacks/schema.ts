import { z } from "zod";
import { mediaItemSchema } from "@/lib/album/media/schema";

/** The maximum number of photos stacked by hand at once. */
export const maxStackedAtOnce = 200;

const chooseTwo = "Please choose at least two photos";
export const createStackSchema = z.object({
  /** The first one is on top. */
  mediaIds: z
    .array(z.string().max(100), chooseTwo)
    .max(maxStackedAtOnce, `At most ${maxStackedAtOnce} photos can be stacked at once`)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
    .refine((ids) => ids.length > 1, chooseTwo),
});

/** `top`: this photo is shown in lists. `takeOut`: it leaves the stack. `unstack`: every photo of it does. */
export const stackActions = ["top", "takeOut", "unstack"] as const;
export type StackAction = (typeof stackActions)[number];
export const changeStackSchema = z.object({
  action: z.enum(stackActions, "Please choose top, takeOut or unstack"),
});

export const stackSchema = z.object({
  /** The photo that lists show; null for a photo that isn't stacked. */
  topId: z.string().nullable(),
  /** All photos of the stack, the top first, then in the order taken; empty for a photo that isn't stacked. */
  items: z.array(mediaItemSchema),
});
export type StackDto = z.infer<typeof stackSchema>;
