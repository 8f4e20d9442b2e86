/** Percent of the plan's storage: from the first on "Storage Low", from the second on "Storage Full". */
export const storageWarningPercent = 80;
export const storageCriticalPercent = 95;
