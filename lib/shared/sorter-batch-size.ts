/** Files or points per call. */
export const batchSize = 500;
