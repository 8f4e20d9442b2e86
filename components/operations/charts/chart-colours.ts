/** The look's two: charts stand in accent and honey. */
export const chartColours = ["var(--accent)", "var(--honey)"] as const;
