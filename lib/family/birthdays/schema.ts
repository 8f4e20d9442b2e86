import { z } from "zod";

export const birthdaySchema = z.object({
  memberId: z.string(),
  displayName: z.string(),
  /** The coming birthday, YYYY-MM-DD. */
  date: z.string(),
  /** 0 is today. */
  daysUntil: z.number(),
  turning: z.number(),
  /** The caller's own birthday. */
  isOwn: z.boolean(),
});
export type BirthdayDto = z.infer<typeof birthdaySchema>;

/** Today on the caller's calendar, at most a day from UTC's; UTC's if omitted. */
export const birthdaysQuerySchema = z.object({
  today: z
    .string()
    .refine(
      (text) => /^\d{4}-\d\d-\d\d$/.test(text) && Math.abs(Date.parse(text) - Date.now()) < 2 * 86_400_000,
      "Please send today's date as YYYY-MM-DD",
    )
    .optional(),
});
