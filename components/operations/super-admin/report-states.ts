/** The state of a report. */
export const reportStates = {
  open: { label: "Open", tone: "accent" },
  in_progress: { label: "In progress", tone: "honey" },
  closed: { label: "Closed", tone: "leaf" },
} as const;
