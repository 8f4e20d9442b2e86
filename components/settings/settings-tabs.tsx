"use client";

import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";

export interface SettingsTab {
  /** Stands in the address as ?tab=. */
  name: string;
  label: string;
  content: ReactNode;
}

/** The settings in tabs; the address follows, so that a link can lead to one. */
export function SettingsTabs({ tabs, first }: { tabs: readonly SettingsTab[]; first: string }) {
  return (
    <Radix.Root
      defaultValue={first}
      onValueChange={(name) => window.history.replaceState(null, "", `/settings?tab=${name}`)}
    >
      <Radix.List aria-label="Settings" className="mb-6 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ name, label }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="min-h-11 flex-none border-b-3 border-transparent px-4 font-semibold text-ink-soft -outline-offset-3 hover:text-ink data-[state=active]:border-accent-strong data-[state=active]:text-ink"
          >
            {label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name} className="rounded-xl">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
