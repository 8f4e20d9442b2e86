"use client";

import * as Radix from "radix-ui/tabs";
import { type ReactNode, useEffect, useRef } from "react";

export interface SettingsTab {
  /** Its value of ?tab= in the address. */
  name: string;
  label: string;
  content: ReactNode;
}

/** The settings in tabs; the address follows, so links can lead to one. */
export function SettingsTabs({ tabs, first }: { tabs: readonly SettingsTab[]; first: string }) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs are wider than the screen: the one a link led to must be in view.
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>("[data-state=active]");
    if (active && list.current) list.current.scrollLeft = active.offsetLeft - list.current.offsetLeft - 24;
  }, []);
  return (
    <Radix.Root
      defaultValue={first}
      onValueChange={(name) => window.history.replaceState(null, "", `/settings?tab=${name}`)}
    >
      <Radix.List
        ref={list}
        aria-label="Settings"
        className="mb-6 flex gap-1 overflow-x-auto border-b border-line"
      >
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
