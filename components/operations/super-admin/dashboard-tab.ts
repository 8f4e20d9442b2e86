export const dashboardTabs = ["overview", "families", "people", "gifts"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The tab named in an address; the overview if there is none. */
export const dashboardTabOf = (name: unknown): DashboardTab =>
  dashboardTabs.find((tab) => tab === name) ?? "overview";
