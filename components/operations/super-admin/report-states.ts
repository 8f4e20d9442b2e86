/** The state of a report. */
export const reportStates = {
  open: { words: "Open", tone: "accent" },
  in_progress: { words: "In progress", tone: "honey" },
  closed: { words: "Closed", tone: "leaf" },
} as const;
