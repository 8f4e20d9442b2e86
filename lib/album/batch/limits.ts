/** The most items that one call can change. */
export const maxBatchItems = 5_000;
