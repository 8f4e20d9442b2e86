"use client";

import { useUserSettings } from "@/components/account/settings/use-user-settings";
import { RadioCard } from "@/components/ui/radio-card";
import { Skeleton } from "@/components/ui/skeleton";
import type { StartPage } from "@/lib/core/settings/schema";

const choices: { value: StartPage; label: string; hint: string }[] = [
  { value: "home", label: "Home", hint: "The latest photos, notices and birthdays" },
  { value: "allPhotos", label: "All photos", hint: "One long timeline of everything" },
];

/** The page the album opens with. */
export function StartPageSettings() {
  const { settings, change } = useUserSettings();
  if (!settings) return <Skeleton className="mt-8 h-40 max-w-xl" />;
  return (
    <fieldset className="mt-8 max-w-xl">
      <legend className="mb-3 font-display text-step-1 font-[560]">Start with</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, label, hint }) => (
          <RadioCard
            key={value}
            name="start-page"
            value={value}
            isChecked={settings.startPage === value}
            onChoose={() => change({ startPage: value })}
          >
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-step--1 text-ink-soft">{hint}</span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
