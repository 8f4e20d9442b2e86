"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useThemeChoice } from "@/components/account/settings/use-theme-choice";

const themes = [
  { value: "system", label: "Same as this device", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

const neverChanges = () => () => {};

/** Light, dark, or as on the device. */
export function AppearanceSettings() {
  const { theme, chooseTheme } = useThemeChoice();
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <fieldset className="max-w-xl">
      <legend className="mb-3 font-display text-step-1 font-[560]">Appearance</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {themes.map(({ value, label, Icon }) => (
          <label
            key={value}
            className="flex min-h-24 cursor-pointer flex-col items-center justify-center gap-2 rounded-2xl border border-line-strong bg-card p-4 text-center font-semibold has-checked:border-accent-strong has-checked:bg-accent-soft has-checked:text-accent-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              className="sr-only"
              // The server can't know what this browser has stored.
              checked={isInBrowser && theme === value}
              onChange={() => chooseTheme(value)}
            />
            <Icon aria-hidden="true" className="size-6" strokeWidth={1.9} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
