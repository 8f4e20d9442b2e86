"use client";

import type { ReactNode } from "react";
import { LazyMenu } from "@/components/ui/lazy-menu";

const load = async () =>
  (await import("@/components/family/families/family-switcher-content")).FamilySwitcherContent;

/** Specification 2.5: the top bar's family switcher. Icon and name come from the server. */
export function FamilySwitcher({ familyName, children }: { familyName: string; children: ReactNode }) {
  return (
    <LazyMenu
      load={load}
      aria-label={`Your family: ${familyName}`}
      // Narrow enough on phones for the rest of the header to fit, and wide enough with larger text for the rest to
      // wrap below.
      className="flex min-h-11 min-w-0 items-center max-md:max-w-fit max-md:flex-[1_1_calc(12rem-108px)] gap-2.5 rounded-full bg-sunk px-3.5 font-semibold"
    >
      {children}
    </LazyMenu>
  );
}
