import { z } from "zod";
import { hasChanges } from "@/lib/shared/changed-fields";
import { type CurrencyCode, currencyCodes } from "@/lib/shared/currency";
import { isTimeZone } from "@/lib/shared/day-in-zone";
import { defaultFormatLocale } from "@/lib/shared/default-format-locale";
import { type FormatLocale, formatLocales } from "@/lib/shared/format-locales";
import { type MutableKind, mutableKinds } from "@/lib/shared/notification-kinds";

const themes = ["system", "light", "dark"] as const;
/** What the album opens with. */
export const startPages = ["home", "allPhotos"] as const;
export type StartPage = (typeof startPages)[number];
/** Asks for home itself (`/?view=home`), whatever the album opens with. */
export const homeView = "home";
const localeNames = Object.keys(formatLocales) as [FormatLocale, ...FormatLocale[]];

const fields = {
  theme: z.enum(themes, { error: "Please choose system, light or dark" }),
  startPage: z.enum(startPages, { error: "Please choose home or all photos" }),
  /** How dates and prices are written. */
  locale: z.enum(localeNames, { error: "Please choose one of the offered formats" }),
  /** null: guessed from the browser's locale (specification 9.7). */
  currency: z.enum(currencyCodes, { error: "Please choose one of the offered currencies" }).nullable(),
  /** Lists show one tile for a stack of photos instead of all of its photos. */
  showsStacks: z.boolean(),
  /** The weekly email; off by default. */
  digest: z.boolean(),
  /** Product news by email; off by default. */
  news: z.boolean(),
  /** The hour of the day for pushes about memories worth a reminder. */
  memoryHour: z.int("Please choose an hour").min(0, "Please choose an hour").max(23, "Please choose an hour"),
  /** The browser's time zone when they last opened home, such as "Europe/London"; null until then. */
  timeZone: z.string().refine(isTimeZone, "Please send a time zone").nullable(),
};
const ofEachKind = <T>(valueFor: (kind: MutableKind) => T) =>
  Object.fromEntries(mutableKinds.map((kind) => [kind, valueFor(kind)])) as Record<MutableKind, T>;
const kindsSchema = z.object(ofEachKind(() => z.boolean()));

export const userSettingsSchema = z.object({ ...fields, notifications: kindsSchema });
export type UserSettingsDto = z.infer<typeof userSettingsSchema>;

const nothingToChange = "There is nothing to change";

/** Only the fields sent are changed. */
export const userSettingsUpdateSchema = z
  .object({
    theme: fields.theme.optional(),
    startPage: fields.startPage.optional(),
    locale: fields.locale.optional(),
    currency: fields.currency.optional(),
    showsStacks: fields.showsStacks.optional(),
    digest: fields.digest.optional(),
    news: fields.news.optional(),
    memoryHour: fields.memoryHour.optional(),
    timeZone: fields.timeZone.optional(),
    notifications: kindsSchema.partial().refine(hasChanges, nothingToChange).optional(),
  })
  .refine(hasChanges, nothingToChange);
export type UserSettingsInput = z.infer<typeof userSettingsUpdateSchema>;

/** An id other than the caller's own is not found, well-formed or not. */
export const userSettingsParams = z.object({ id: z.string() });

export const defaultUserSettings: UserSettingsDto = {
  theme: "system",
  startPage: "home",
  locale: defaultFormatLocale,
  currency: null satisfies CurrencyCode | null,
  showsStacks: true,
  digest: false,
  news: false,
  memoryHour: 9,
  timeZone: null,
  notifications: ofEachKind(() => true),
};

/** The stored settings, with defaults for values that are missing or no longer offered. */
export function readUserSettings(stored: unknown): UserSettingsDto {
  const values = asRecord(stored);
  const heard = asRecord(values.notifications);
  const take = <T>(schema: z.ZodType<T>, value: unknown, fallback: T): T => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : fallback;
  };
  return {
    theme: take(fields.theme, values.theme, defaultUserSettings.theme),
    startPage: take(fields.startPage, values.startPage, defaultUserSettings.startPage),
    locale: take(fields.locale, values.locale, defaultUserSettings.locale),
    currency: take(fields.currency, values.currency, defaultUserSettings.currency),
    showsStacks: take(fields.showsStacks, values.showsStacks, defaultUserSettings.showsStacks),
    digest: take(fields.digest, values.digest, defaultUserSettings.digest),
    news: take(fields.news, values.news, defaultUserSettings.news),
    memoryHour: take(fields.memoryHour, values.memoryHour, defaultUserSettings.memoryHour),
    timeZone: take(fields.timeZone, values.timeZone, defaultUserSettings.timeZone),
    notifications: ofEachKind((kind) =>
      take(z.boolean(), heard[kind], defaultUserSettings.notifications[kind]),
    ),
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
