/** Files or points in one call. */
export const batchSize = 500;
