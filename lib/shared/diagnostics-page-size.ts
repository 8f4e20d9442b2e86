/** Items that a diagnostic tool examines at a time. */
export const diagnosticsPageSize = 24;
