"use client";

import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";
import { type DashboardTab, dashboardTabs } from "@/components/operations/super-admin/dashboard-tab";
import { FamiliesPanel } from "@/components/operations/super-admin/families-panel";
import { GiftOrdersPanel } from "@/components/operations/super-admin/gift-orders-panel";
import { UsersPanel } from "@/components/operations/super-admin/users-panel";

const labels: Record<DashboardTab, string> = {
  overview: "Overview",
  families: "Families",
  people: "People",
  gifts: "Gift orders",
};

/** The dashboard's views; the address follows, so links can lead to one. */
export function DashboardTabs({ first, overview }: { first: DashboardTab; overview: ReactNode }) {
  const contents: Record<DashboardTab, ReactNode> = {
    overview,
    families: <FamiliesPanel />,
    people: <UsersPanel />,
    gifts: <GiftOrdersPanel />,
  };
  return (
    <Radix.Root
      defaultValue={first}
      onValueChange={(name) => window.history.replaceState(null, "", `/super-admin?tab=${name}`)}
    >
      <Radix.List
        aria-label="Dashboard"
        className="mb-6 inline-flex max-w-full flex-wrap gap-1 rounded-3xl bg-sunk p-1"
      >
        {dashboardTabs.map((name) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="min-h-11 flex-none rounded-full px-4 font-semibold text-ink-soft hover:text-ink data-[state=active]:bg-card data-[state=active]:text-ink data-[state=active]:shadow-1 md:px-5"
          >
            {labels[name]}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {dashboardTabs.map((name) => (
        <Radix.Content key={name} value={name} className="rounded-xl">
          {contents[name]}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
