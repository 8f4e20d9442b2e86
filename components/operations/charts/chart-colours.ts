/** The design's two colours for charts: accent and honey. */
export const chartColours = ["var(--accent)", "var(--honey)"] as const;
