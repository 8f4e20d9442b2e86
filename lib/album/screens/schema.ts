import { z } from "zod";
import { mediaItemSchema, monthSchema } from "@/lib/album/media/schema";
import { cursorSchema } from "@/lib/shared/pagination";
import { lineSchema } from "@/lib/shared/text";
import { yearSchema } from "@/lib/shared/year-schema";

export const maxScreens = 20;
export const screenCodeLength = 6;
export const screenCodeMinutes = 10;
/** How long a photo can be shown. */
export const showSeconds = [5, 8, 15, 30, 60, 300] as const;
/** How many of the latest uploads "Most recent" shows. */
export const latestShown = 100;
/** Items sent to a screen at once. */
export const showPageSize = 100;

export const screenDevices = ["tv", "tablet", "phone", "computer"] as const;
export type ScreenDevice = (typeof screenDevices)[number];

export const showSourceSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("everything") }),
    z.object({ kind: z.literal("latest") }),
    z.object({ kind: z.literal("favorites") }),
    z.object({ kind: z.literal("month"), year: yearSchema, month: monthSchema }),
    z.object({ kind: z.literal("album"), albumId: z.string().max(100) }),
    z.object({ kind: z.literal("person"), memberId: z.string().max(100) }),
  ],
  "Please choose what to show",
);
export type ShowSource = z.infer<typeof showSourceSchema>;

/** Not idParams: a child is refused before any id is looked up. */
export const screenParams = z.object({ id: z.string().max(100) });

const secondsText = `Seconds are one of ${showSeconds.join(", ")}`;
const secondsSchema = z
  .int(secondsText)
  .refine((seconds) => showSeconds.some((one) => one === seconds), secondsText);

/** A TV's or frame's request for its code. */
export const requestCodeSchema = z.object({
  device: z.enum(screenDevices, `Device is one of ${screenDevices.join(", ")}`),
});

export const screenCodeSchema = z.object({ code: z.string(), expiresAt: z.string() });
export type ScreenCodeDto = z.infer<typeof screenCodeSchema>;

const settingsSchema = z.object({
  name: lineSchema(40, "Please give it a name"),
  source: showSourceSchema,
  seconds: secondsSchema,
  isShuffled: z.boolean(),
});

export const pairScreenSchema = settingsSchema.extend({
  code: z.string().max(40, "This is not the code on the screen"),
});
export type PairScreenInput = z.infer<typeof pairScreenSchema>;

export const updateScreenSchema = settingsSchema
  .extend({ isPaused: z.boolean() })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Nothing to change",
    path: ["name"],
  });
export type UpdateScreenInput = z.infer<typeof updateScreenSchema>;

/** Next is 1, Previous is -1. */
const stepText = "Step is 1 or -1";
export const stepScreenSchema = z.object({
  by: z.int(stepText).refine((by) => by === 1 || by === -1, stepText),
});

export const screenSchema = z.object({
  id: z.string(),
  name: z.string(),
  device: z.enum(screenDevices),
  source: showSourceSchema,
  /** "Summer at the sea", "Grandma"; null if `source` already says what it shows, or that is gone. */
  sourceName: z.string().nullable(),
  seconds: z.number(),
  isShuffled: z.boolean(),
  isPaused: z.boolean(),
  isOn: z.boolean(),
  /** A day, in UTC; null if it was never on. */
  lastSeenOn: z.string().nullable(),
  createdAt: z.string(),
});
export type ScreenDto = z.infer<typeof screenSchema>;

export const showQuerySchema = z.object({
  /** The item that is on the screen. */
  showing: z.string().max(100).optional(),
});

/** The state a screen polls every other second. */
export const showStateSchema = z.object({
  name: z.string(),
  source: showSourceSchema,
  seconds: z.number(),
  isShuffled: z.boolean(),
  isPaused: z.boolean(),
  step: z.number(),
  /** The item on the screen was deleted. */
  isGone: z.boolean(),
  /** The server's version; a screen that runs for days loads a new one at night. */
  version: z.string(),
});
export type ShowStateDto = z.infer<typeof showStateSchema>;

export const showItemSchema = mediaItemSchema.pick({
  id: true,
  mediaType: true,
  year: true,
  month: true,
  yearPrecision: true,
  description: true,
  takenAt: true,
  durationMs: true,
  editVersion: true,
  playable: true,
  playableSmall: true,
  uploadedBy: true,
});
export type ShowItemDto = z.infer<typeof showItemSchema>;

export const showItemsQuerySchema = z.object({
  cursor: cursorSchema().optional(),
  /** Each round of a shuffled show has its own order. */
  round: z.coerce.number("Round is a number").int().min(0).max(2_147_483_647).default(0),
});
export type ShowItemsQuery = z.infer<typeof showItemsQuerySchema>;

export const showItemsSchema = z.object({
  items: z.array(showItemSchema),
  nextCursor: z.string().nullable(),
});
export type ShowItemsDto = z.infer<typeof showItemsSchema>;
