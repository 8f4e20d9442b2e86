"use client";

import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { useUserSettings } from "@/components/account/settings/use-user-settings";
import { FormField } from "@/components/ui/form-field";
import { usePreferences } from "@/components/ui/preferences";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import {
  type CurrencyCode,
  currencies,
  currencyCodes,
  formatMoney,
  guessCurrency,
} from "@/lib/shared/currency";
import { formatDay } from "@/lib/shared/day-text";
import { type FormatLocale, formatLocales } from "@/lib/shared/format-locales";

const neverChanges = () => () => {};
/** Specification 9.7, the Family Plan, as an example of what a choice does. */
const samplePence = 499;
const sampleDay = new Date(Date.UTC(2024, 2, 28));

/** How dates and prices are formatted. */
export function RegionSettings() {
  const { appName } = usePreferences();
  const router = useRouter();
  // The server renders the pages, so it has to learn of the change.
  const { settings, change } = useUserSettings({ onSaved: () => router.refresh() });
  const guessed = useSyncExternalStore(
    neverChanges,
    () => guessCurrency(navigator.language),
    () => "GBP" as const,
  );
  if (!settings) return <Skeleton className="h-56 max-w-xl" />;
  const { locale, currency } = settings;
  return (
    <div className="grid max-w-xl gap-6">
      <FormField
        label="Language and formats"
        hint={`${appName} speaks English. Choose how dates and prices are written.`}
      >
        {(control) => (
          <Select
            {...control}
            value={locale}
            onChange={(event) => change({ locale: event.target.value as FormatLocale })}
          >
            {Object.entries(formatLocales).map(([name, country]) => (
              <option key={name} value={name}>
                English ({country})
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField
        label="Currency"
        hint="Prices are set in British pounds. Other currencies are a guide to what your bank will charge."
      >
        {(control) => (
          <Select
            {...control}
            value={currency ?? ""}
            onChange={(event) => change({ currency: (event.target.value || null) as CurrencyCode | null })}
          >
            <option value="">Suggested by your browser ({currencies[guessed].name})</option>
            {currencyCodes.map((code) => (
              <option key={code} value={code}>
                {currencies[code].name} ({code})
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <dl className="grid gap-3 rounded-2xl bg-sunk p-4 sm:grid-cols-2">
        <Sample term="A date" text={formatDay(sampleDay, "UTC", locale)} />
        <Sample
          term={`${formatMoney(samplePence, "GBP", locale)} would be`}
          text={formatMoney(samplePence, currency ?? guessed, locale)}
        />
      </dl>
    </div>
  );
}

function Sample({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt className="text-step--1 text-ink-soft">{term}</dt>
      <dd className="font-semibold">{text}</dd>
    </div>
  );
}
