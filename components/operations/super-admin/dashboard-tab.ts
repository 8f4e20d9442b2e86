export const dashboardTabs = ["overview", "families", "people", "gifts"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The tab that an address names; the overview where it names none. */
export const dashboardTabOf = (name: unknown): DashboardTab =>
  dashboardTabs.find((tab) => tab === name) ?? "overview";
