/** Items that a diagnostic tool looks at a time. */
export const diagnosticsPageSize = 24;
