import { z } from "zod";
import { type MediaItemDto, mediaItemSchema } from "@/lib/album/media/schema";
import { isCalendarDay } from "@/lib/album/memories/days";

/** Items that a page shows per year; fewer if there are many years. */
export const memoriesAYear = 6;
/** Years that home shows. */
export const homeMemories = 6;

/** An item of an earlier year. */
export interface Memory {
  /** When it was taken. */
  year: number;
  yearsAgo: number;
  /** How much the family seems to like it. */
  worth: number;
  item: MediaItemDto;
}

export const onThisDayQuery = z.object({
  /** Defaults to the reader's today. */
  date: z.string().refine(isCalendarDay, "Please choose a date, as YYYY-MM-DD").optional(),
});

export const memoryYearSchema = z.object({
  year: z.number(),
  yearsAgo: z.number(),
  /** The year's best of that day, best first. */
  items: z.array(mediaItemSchema),
});
export type MemoryYearDto = z.infer<typeof memoryYearSchema>;

export const onThisDaySchema = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  /** The latest first. */
  years: z.array(memoryYearSchema),
});
export type OnThisDayDto = z.infer<typeof onThisDaySchema>;

/** A malformed id is not found, like one that doesn't exist (api.md, Ids). */
export const hideMemorySchema = z.object({ mediaId: z.string().max(100) });

export const memoryPersonSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  /** The reader isn't reminded of them. */
  isHidden: z.boolean(),
  /** Nobody in the family is. */
  isLeftOut: z.boolean(),
});
export type MemoryPersonDto = z.infer<typeof memoryPersonSchema>;

const onOrOff = z.boolean("Please choose on or off");
export const hidePersonSchema = z.object({ isHidden: onOrOff });
export const leaveOutPersonSchema = z.object({ isLeftOut: onOrOff });
