import { z } from "zod";
import { monthSchema, yearMonthParams } from "@/lib/album/media/schema";
import { monthIconNames } from "@/lib/shared/month-icons";
import { yearSchema } from "@/lib/shared/year-schema";

export const monthIconSchema = z.object({
  id: z.string(),
  year: z.number(),
  month: z.number(),
  iconName: z.enum(monthIconNames),
});
export type MonthIconDto = z.infer<typeof monthIconSchema>;

export const setMonthIconSchema = z.object({
  year: yearSchema,
  month: monthSchema,
  iconName: z.enum(monthIconNames, { error: "Please choose one of the icons." }),
});
export type SetMonthIconInput = z.infer<typeof setMonthIconSchema>;

/** `id` is the year: this path segment has the name that DELETE gives it. */
export const monthIconsOfMonthParams = z.object({
  id: yearMonthParams.shape.year,
  month: yearMonthParams.shape.month,
});
