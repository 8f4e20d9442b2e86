"use client";

import { createContext, useContext } from "react";
import type { CurrencyCode } from "@/lib/shared/currency";
import { defaultFormatLocale } from "@/lib/shared/default-format-locale";
import type { FormatLocale } from "@/lib/shared/format-locales";

export interface Preferences {
  /** The name of this installation. */
  appName: string;
  /** How dates and prices are formatted. */
  locale: FormatLocale;
  /** The currency prices are also shown in: chosen, or guessed from the browser's locale. */
  currency: CurrencyCode;
  /** Address of an avatar service with `{name}` in it; null if initials are drawn instead. */
  avatarUrl: string | null;
}

const PreferencesContext = createContext<Preferences>({
  appName: "Keepsake",
  locale: defaultFormatLocale,
  currency: "GBP",
  avatarUrl: null,
});

/**
 * The person's and the installation's display preferences. The server renders with the same values, so nothing jumps.
 */
export const PreferencesProvider = PreferencesContext;

export function usePreferences(): Preferences {
  return useContext(PreferencesContext);
}
